import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './tests/support/chromium.ts';
import { TOOLS } from './tests/support/tools.ts';

const executablePath = TOOLS.chromium.find();

/** What takes minutes by itself begins first, or everything else would be done and wait for it. */
const LONG = /(every-screen|journey|offline-\w+|vault)\.e2e\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: '**/*.e2e.ts', testIgnore: LONG },
  ],
  globalSetup: './tests/support/e2e-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  // A server and its data are made for every file, on machines that may be busy: how fast anything is, is measured elsewhere.
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
