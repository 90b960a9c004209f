import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const integration = (name: string, database: 'pglite' | 'postgres') => ({
  test: {
    name,
    include: ['src/**/*.int.test.ts', 'tests/integration/**/*.int.test.ts'],
    // Some tests are of one engine alone, and how the server starts does not depend on the engine that these tests run on.
    exclude: database === 'postgres' ? ['**/startup.int.test.ts', '**/*.pglite.int.test.ts'] : ['**/*.pg.int.test.ts'],
    globalSetup: ['tests/support/migrated-template.ts'],
    env: { TEST_DATABASE: database },
    // PGlite's program starts in 40 % less time when the compiler does not optimize it.
    execArgv: ['--liftoff-only'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: ['**/*.int.test.ts'],
        },
      },
      integration('int', 'pglite'),
      integration('pg', 'postgres'),
    ],
  },
});
