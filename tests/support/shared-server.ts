import { test as base } from '@playwright/test';
import { type ServerProcess, startServer } from './server-process.ts';

/**
 * Tests of files that share the server of their worker, with whatever the files before left there: each file makes people of its own,
 * by `newCedula`, and looks only at them. A file that counts what a database holds, chooses ids, configures its server or ends it starts its own: which do, and why,
 * says docs/decisions/2026-11-24-test-lanes.md.
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
