import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './tests/support/chromium.ts';
// The runner, its global setup and its workers all read this file first.
import './tests/support/no-warnings.ts';
import { TOOLS } from './tests/support/tools.ts';

const executablePath = TOOLS.chromiumShell.find();

// Without a UTF-8 locale Chromium renames downloaded files with accents in their names.
const { LC_ALL, LC_CTYPE, LANG } = process.env;
if (!/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')) process.env.LC_ALL = 'C.UTF-8';

/** The tag of long tests: `npm run test:long` runs them, `npm test` the others. */
const LONG_LANE = /@long\b/;
/** Filters by lane; without a lane all tests of the named files run. */
const LANES: Record<string, { grep?: RegExp; grepInvert?: RegExp }> = {
  short: { grepInvert: LONG_LANE },
  long: { grep: LONG_LANE },
  '': {},
};
const lane = process.env.E2E_LANE ?? '';
const tests = LANES[lane];
if (!tests) throw new Error(`E2E_LANE is ${lane}: there are short and long.`);

/** Files that take minutes start first, so that the run does not end waiting for them. */
const FIRST = /(every-screen|journey|offline-\w+|vault)\.e2e\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  ...tests,
  projects: [
    { name: 'first', testMatch: FIRST },
    { name: 'then', testMatch: '**/*.e2e.ts', testIgnore: FIRST },
  ],
  globalSetup: './tests/support/e2e-setup.ts',
  outputDir: 'test-results',
  // One more than cores, because tests wait for a tenth of their time.
  workers: availableParallelism() + 1,
  // Generous, for busy machines; speed is measured elsewhere.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'es-EC',
    timezoneId: 'America/Guayaquil',
    actionTimeout: 30_000,
    // Only the journey tests wait for animations, as users do.
    contextOptions: { reducedMotion: 'reduce' },
    // So that tests see the server's answers; the installed application has its own tests.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
