import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './tests/support/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/support/e2e-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  // A server and its data are made for every file, on machines that may be busy; what hangs fails by its own limits.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'es-EC',
    timezoneId: 'America/Guayaquil',
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
