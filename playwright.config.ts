import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './tests/support/chromium.ts';
// Of the runner, its global setup and its workers: each reads this file first.
import './tests/support/no-warnings.ts';
import { TOOLS } from './tests/support/tools.ts';

const executablePath = TOOLS.chromiumShell.find();

// Without a UTF-8 locale, as on a machine where none was chosen, Chromium gives a downloaded file with an accent in its name another name.
const { LC_ALL, LC_CTYPE, LANG } = process.env;
if (!/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')) process.env.LC_ALL = 'C.UTF-8';

/** Tests that take long, and add to what the others prove: `npm run test:long` runs them, `npm test` all others. */
const LONG_LANE = /@long\b/;
/** The tests of each lane; without a lane every test of the files that are named. */
const LANES: Record<string, { grep?: RegExp; grepInvert?: RegExp }> = {
  short: { grepInvert: LONG_LANE },
  long: { grep: LONG_LANE },
  '': {},
};
const lane = process.env.E2E_LANE ?? '';
const tests = LANES[lane];
if (!tests) throw new Error(`E2E_LANE is ${lane}: there are short and long.`);

/** What takes minutes by itself begins first, or everything else would be done and wait for it. */
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
  workers: 2,
  // On machines that may be busy: how fast anything is, is measured elsewhere.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'es-EC',
    timezoneId: 'America/Guayaquil',
    actionTimeout: 30_000,
    // Only a journey waits for what fades and slides, as people do.
    contextOptions: { reducedMotion: 'reduce' },
    // What the server says is what a test sees; an installed application has tests of its own.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
