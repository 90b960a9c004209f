import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findChromium } from './tests/support/chromium.ts';
import { css } from './vite.config.ts';

const integration = (name: string, database: 'pglite' | 'postgres') => ({
  test: {
    name,
    include: ['src/**/*.int.test.ts', 'tests/integration/**/*.int.test.ts'],
    // Some tests are of one engine alone; what never reaches the database, and how the server starts, are tried on one.
    exclude: database === 'postgres' ? ['**/startup.int.test.ts', '**/*.pglite.int.test.ts'] : ['**/*.pg.int.test.ts'],
    globalSetup: ['tests/support/migrated-template.ts'],
    // Reading the server's modules once for all files of a worker saves 40 % of the time; each file has a database of its own.
    isolate: false,
    env: { TEST_DATABASE: database },
    // PGlite's program starts in 40 % less time when the compiler does not optimize it.
    execArgv: ['--liftoff-only'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});

/** Screens and their parts in the real browser, with the styles they have there, before a server that the test is. */
const component = () => {
  const executablePath = findChromium();
  return {
    plugins: [react()],
    css,
    // Found while the tests run, these would make the page load anew under them.
    optimizeDeps: { entries: ['src/web/app/main.tsx', 'src/web/**/*.browser.test.tsx'] },
    test: {
      name: 'component',
      maxWorkers: 2,
      include: ['src/web/**/*.browser.test.tsx'],
      setupFiles: ['tests/support/browser-setup.ts'],
      // The first screen of a file is put together while it is waited for, on machines that may be busy.
      testTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          actionTimeout: 30_000,
          launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
          contextOptions: { locale: 'es-EC', timezoneId: 'America/Guayaquil', reducedMotion: 'reduce' },
        }),
        viewport: { width: 1280, height: 800 },
        instances: [{ browser: 'chromium' as const }],
      },
    },
  };
};

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: ['**/*.int.test.ts', '**/*.browser.test.tsx'],
        },
      },
      component(),
      integration('int', 'pglite'),
      integration('pg', 'postgres'),
    ],
  },
});
