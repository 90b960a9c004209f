import type { Page } from '@playwright/test';

/** Names of all drafts in localStorage, sealed or not. */
export const drafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.')));
