import type { Page } from '@playwright/test';

/** The names of all drafts of forms that localStorage holds, sealed or not. */
export const drafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.')));
