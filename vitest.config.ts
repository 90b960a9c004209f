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

/** What takes long to provoke, on the built server and a PostgreSQL of its own; one after the other, for each measures. */
const faults = {
  test: {
    name: 'faults',
    include: ['tests/faults/**/*.fault.test.ts'],
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
};

const SCREENS = 'src/web/**/*.browser.test.tsx';
/** Mock modules that others have loaded by then, or sign a device in and leave behind what it keeps. */
const APART = ['src/web/**/key-strokes.browser.test.tsx', 'src/web/app/vault.browser.test.tsx'];

/**
 * Screens and their parts in the real browser, with the styles they have there, before a server that the test is. Files share
 * the page of their worker, for the modules of the whole application load for seconds, unless they are kept apart.
 */
const component = (name: string, files: { include: string[]; exclude?: string[] }, isolate: boolean) => {
  const executablePath = findChromium();
  return {
    plugins: [react()],
    css,
    // Found while the tests run, these would make the page load anew under them.
    // What a worker reads is found by nobody before it runs.
    optimizeDeps: { entries: ['src/web/app/main.tsx', SCREENS], include: ['hash-wasm'] },
    test: {
      ...{ name, ...files, isolate },
      maxWorkers: isolate ? 1 : 2,
      setupFiles: ['tests/support/browser-setup.ts'],
      // The first screen of a file is put together while it is waited for, on machines that may be busy.
      testTimeout: 120_000,
      expect: { poll: { timeout: 30_000, interval: 20 } },
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
          // Passwords are stretched here too, on machines that may be busy.
          testTimeout: 60_000,
        },
      },
      component('component', { include: [SCREENS], exclude: APART }, false),
      component('component-apart', { include: APART }, true),
      integration('int', 'pglite'),
      integration('pg', 'postgres'),
      faults,
    ],
  },
});
