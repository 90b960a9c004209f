import { test as base } from '@playwright/test';
import { type ServerProcess, startServer } from './server-process.ts';

/**
 * Tests that share the server of their worker and the data of earlier files. Each file creates its own persons with `newCedula` and looks only at
 * those. Files that count rows, choose ids, or configure or stop the server start their own; docs/decisions/2026-11-24-test-lanes.md lists them.
 */
export const test = base.extend<object, { sharedServer: ServerProcess }>({
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});
