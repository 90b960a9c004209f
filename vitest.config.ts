import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS } from './tests/support/chromium.ts';
import { TOOLS } from './tests/support/tools.ts';
import { css } from './vite.config.ts';

/** Of all that runs on Node: an event is waited for far longer than it takes on any machine, and a warning of Node fails the run. */
const onNode = {
  setupFiles: ['tests/support/no-warnings.ts'],
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

const INTEGRATION = 'tests/integration';
/**
 * What may differ between the engines: transactions and locks, statements that PGlite parses itself, the feed, receipts, the journal,
 * kept figures. These files run on both; all others that reach the database run on PostgreSQL alone, for the engine makes no
 * difference to them, and the browser suite works on the embedded one.
 */
const EMBEDDED_CONTRACT = [
  ...[
    'changed-rules',
    'creation-receipts',
    'device-writes',
    'devices-forgotten',
    'errors',
    'journal-chain',
    'kept-figures',
    'kept-totals',
  ],
  ...['list-rules-agree', 'lists', 'receipts', 'record-matrix-database', 'record-matrix-writes', 'report-figures'],
  ...['retained', 'second-factor-guessing', 'sending', 'sending-turns', 'simultaneous-saves', 'sync-feed'],
].map((name) => `${INTEGRATION}/${name}.int.test.ts`);
for (const file of EMBEDDED_CONTRACT) if (!existsSync(file)) throw new Error(`vitest.config.ts: there is no ${file}`);

/** The lane of what takes long to provoke: `npm run test:long`. */
const LONG = 'tests/long';

/** @param files those of one engine; `.pglite` and `.pg` in a file's name say that it is of one engine alone */
const integration = (
  name: string,
  database: 'pglite' | 'postgres',
  files: { include: string[]; exclude?: string[] },
) => ({
  test: {
    ...{ name, ...files, ...onNode },
    globalSetup: ['tests/support/migrated-template.ts'],
    // Reading the server's modules once for all files of a worker saves 40 % of the time; each file has a database of its own.
    isolate: false,
    env: { TEST_DATABASE: database },
    // PGlite's program starts in 40 % less time when the compiler does not optimize it.
    execArgv: ['--liftoff-only'],
    // What hangs is to end some day; no test counts on how long it takes.
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
  // The fuzzer sends most of its requests here: what there is to find mostly lies before the database.
  integration('long', 'pglite', {
    include: [onAny(LONG), `${INTEGRATION}/fuzz.int.test.ts`],
    exclude: ['**/*.pg.int.test.ts'],
  }),
  integration('long-pg', 'postgres', { include: [onAny(LONG)], exclude: [onEmbedded(LONG)] }),
];

/**
 * What takes long to provoke, on the built server and a PostgreSQL of its own. Most of it waits for the server to notice, so two run
 * at once; one after the other where their figures are kept, as `npm run test:faults` does.
 */
const faults = {
  test: {
    ...onNode,
    name: 'faults',
    include: ['tests/faults/**/*.fault.test.ts'],
    maxWorkers: process.env.FAULTS_REPORT ? 1 : 2,
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
  const executablePath = TOOLS.chromiumShell.find();
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
          ...onNode,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: ['**/*.int.test.ts', '**/*.browser.test.tsx'],
          // Passwords are stretched here too, on machines that may be busy.
          testTimeout: 60_000,
        },
      },
      component('component', { include: [SCREENS], exclude: APART }, false),
      component('component-apart', { include: APART }, true),
      ...INTEGRATION_PROJECTS,
      faults,
    ],
  },
});
