import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS } from './tests/support/chromium.ts';
import { TOOLS } from './tests/support/tools.ts';
import { css } from './vite.config.ts';

/** For tests on Node: expectations poll much longer than any event takes, and a warning of Node fails the run. */
const onNode = {
  setupFiles: ['tests/support/no-warnings.ts'],
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

const INTEGRATION = 'tests/integration';
/**
 * These files test what may differ between the engines: transactions, locks, statements that PGlite parses itself, the feed, receipts, the
 * journal, maintained figures. They run on both engines. All others run on PostgreSQL only; the browser suite and the foreign clients of
 * FHIR use PGlite.
 */
const EMBEDDED_CONTRACT = [
  ...[
    'changed-rules',
    'creation-receipts',
    'device-writes',
    'fhir-search',
    'journal-chain',
    'kept-figures',
    'kept-totals',
  ],
  ...['list-rules-agree', 'lists', 'receipts', 'record-matrix-database', 'record-matrix-writes'],
  ...['sending', 'simultaneous-saves', 'sync-feed'],
].map((name) => `${INTEGRATION}/${name}.int.test.ts`);
for (const file of EMBEDDED_CONTRACT) if (!existsSync(file)) throw new Error(`vitest.config.ts: there is no ${file}`);

/** Tests that take long: `npm run test:long`. */
const LONG = 'tests/long';

/** @param files the test files; `.pglite` or `.pg` in a name limits a file to that engine */
const integration = (
  name: string,
  database: 'pglite' | 'postgres',
  files: { include: string[]; exclude?: string[] },
) => ({
  test: {
    ...{ name, ...files, ...onNode },
    globalSetup: ['tests/support/migrated-template.ts'],
    // Files of a worker share the server's modules, which saves 40 % of the time; each file has its own database.
    isolate: false,
    env: { TEST_DATABASE: database },
    // Without the optimizing compiler PGlite starts in 40 % less time.
    execArgv: ['--liftoff-only'],
    // Only ends tests that hang; no test depends on this limit.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});

const onEmbedded = (folder: string) => `${folder}/**/*.pglite.int.test.ts`;
const onAny = (folder: string) => `${folder}/**/*.int.test.ts`;
const INTEGRATION_PROJECTS = [
  integration('int', 'pglite', {
    include: [onEmbedded(INTEGRATION), ...EMBEDDED_CONTRACT],
  }),
  integration('pg', 'postgres', { include: [onAny(INTEGRATION)], exclude: [onEmbedded(INTEGRATION)] }),
  // The fuzzer sends most requests on PGlite, because most faults lie before the database.
  integration('long', 'pglite', {
    include: [onAny(LONG), `${INTEGRATION}/fuzz.int.test.ts`],
    exclude: ['**/*.pg.int.test.ts'],
  }),
  integration('long-pg', 'postgres', { include: [onAny(LONG)], exclude: [onEmbedded(LONG)] }),
];

/** Faults, on the built server with its own PostgreSQL. `npm run test:faults` runs them one by one, because it records their figures. */
const faults = {
  test: {
    ...onNode,
    name: 'faults',
    include: ['tests/faults/**/*.fault.test.ts'],
    ...(process.env.FAULTS_REPORT && { maxWorkers: 1 }),
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
};

/** Validators and clients of FHIR by others, in a package of its own: `npm run test:long -- exchange` installs them. */
const exchange = {
  test: {
    ...onNode,
    name: 'exchange',
    include: ['tests/exchange/*.test.mjs'],
    globalSetup: ['tests/support/migrated-template.ts'],
    env: { TEST_DATABASE: 'pglite' },
    // Without the optimizing compiler PGlite starts in 40 % less time.
    execArgv: ['--liftoff-only'],
    testTimeout: 1_200_000,
    hookTimeout: 240_000,
  },
};

/** One page more than cores, because a page waits for half of its time. */
const PAGES = availableParallelism() + 1;

const SCREENS = 'src/web/**/*.browser.test.tsx';
/**
 * These files mock modules that other files may have loaded, leave a signed-in device behind, need a page without requests or without the
 * vault's code, or load that code by a sign-in form or a changed password: it then reacts to every sign-in of their page.
 */
const APART = [
  'src/web/**/key-strokes.browser.test.tsx',
  'src/web/app/easy-passwords.browser.test.tsx',
  'src/web/app/lazy-screen.browser.test.tsx',
  'src/web/app/opened-code.browser.test.tsx',
  'src/web/app/password-due.browser.test.tsx',
  'src/web/app/screen/prefetch-code.browser.test.tsx',
  'src/web/app/second-step.browser.test.tsx',
  'src/web/app/vault.browser.test.tsx',
  'src/web/features/auth/opening-dialog.browser.test.tsx',
];

/**
 * Component tests in Chromium with the application's styles; the test plays the server. Files share a page, because loading all modules takes
 * seconds; files of APART do not.
 */
const component = (name: string, files: { include: string[]; exclude?: string[] }, isolate: boolean) => {
  const executablePath = TOOLS.chromiumShell.find();
  return {
    plugins: [react()],
    css,
    // Vite would reload the page if it discovered these dependencies during the tests. It cannot discover the imports of a worker.
    optimizeDeps: { entries: ['src/web/app/main.tsx', SCREENS], include: ['hash-wasm'] },
    test: {
      ...{ name, ...files, isolate },
      maxWorkers: isolate ? 1 : PAGES,
      setupFiles: ['tests/support/browser-setup.ts'],
      // The first screen of a file is compiled while the test waits, which is slow on a busy machine.
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
          ...onNode,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: ['**/*.int.test.ts', '**/*.browser.test.tsx'],
          // Only ends tests that hang; some derive keys from passwords, which is slow on a busy machine.
          testTimeout: 240_000,
        },
      },
      component('component', { include: [SCREENS], exclude: APART }, false),
      component('component-apart', { include: APART }, true),
      ...INTEGRATION_PROJECTS,
      faults,
      exchange,
    ],
  },
});
