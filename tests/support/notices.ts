import { type BrowserContext, expect, type Page } from '@playwright/test';

const NOTICE = '.mantine-Notification-root';

export const noticesOf = (page: Page) => page.locator(NOTICE);

interface Recording {
  /** Texts of the notices that were shown, oldest first. */
  shownNotices?: string[];
}

const recording = new WeakSet<Page | BrowserContext>();

/**
 * Records the notices of documents that are opened from here on, for {@link expectNotice}: a notice of success closes itself after five seconds, for
 * which the test's process may stand still.
 */
export async function recordNotices(on: Page | BrowserContext): Promise<void> {
  if (recording.has(on)) return;
  recording.add(on);
  await on.addInitScript((notice) => {
    const shown: string[] = [];
    Object.assign(window, { shownNotices: shown } satisfies Recording);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          for (const one of [node, ...node.querySelectorAll(notice)])
            if (one.matches(notice) && one.checkVisibility({ visibilityProperty: true }))
              shown.push(one.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  }, NOTICE);
}

/** Takes the oldest notice with all these texts, and those before it, from what was recorded. @returns whether there was one */
const takeNotice = (page: Page, texts: readonly string[]): Promise<boolean> =>
  page.evaluate((wanted) => {
    const { shownNotices } = window as Recording;
    if (!shownNotices) throw new Error('This document records no notices.');
    const place = shownNotices.findIndex((shown) => wanted.every((text) => shown.includes(text)));
    shownNotices.splice(0, place + 1);
    return place >= 0;
  }, texts);

/** Expects a notice with all these texts that was shown since the last one expected here, although it may have closed itself. */
export const expectNotice = (page: Page, ...texts: string[]): Promise<void> =>
  expect.poll(() => takeNotice(page, texts), `a notice: ${texts.join(' · ')}`).toBe(true);

/** Closes all notices, of which some close themselves meanwhile, so that none is mistaken for the next one. */
export async function closeNotices(page: Page): Promise<void> {
  await page.waitForFunction((notice) => {
    for (const one of document.querySelectorAll<HTMLElement>('[aria-label="Cerrar aviso"]')) one.click();
    if (document.querySelector(notice)) return false;
    (window as Recording).shownNotices?.splice(0);
    return true;
  }, NOTICE);
}
