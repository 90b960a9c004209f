import type { Page } from '@playwright/test';

export const noticesOf = (page: Page) => page.locator('.mantine-Notification-root');

/** Closes all notices, of which some close themselves meanwhile, so that none is mistaken for the next one. */
export async function closeNotices(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[aria-label="Cerrar aviso"]')) one.click();
    return !document.querySelector('.mantine-Notification-root');
  });
}
