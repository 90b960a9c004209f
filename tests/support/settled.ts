import { expect, type Page, type Request } from '@playwright/test';

/** Unanswered requests by page, since its first opening here. */
const underway = new WeakMap<Page, Set<Request>>();

function requestsOf(page: Page): Set<Request> {
  const existing = underway.get(page);
  if (existing) return existing;
  const pending = new Set<Request>();
  underway.set(page, pending);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

/** Waits until the page has drawn and has an idle moment. */
const spareTime = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 5_000 })));

/**
 * Opens a screen and waits until its requests are answered and drawn. `networkidle` would add half a second per screen and miss work after the last
 * answer.
 */
export async function openSettled(page: Page, address: string, heading: string | RegExp = /./): Promise<void> {
  requestsOf(page).clear();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeAttached();
  await settle(page);
}

/** Goes to a screen within the application, as a link does. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), address);

/** Goes to a screen as {@link follow} does and waits as {@link openSettled} does. @param isOtherScreen with another title than the present one */
export async function followSettled(
  page: Page,
  address: string,
  heading: string | RegExp,
  isOtherScreen: boolean,
): Promise<void> {
  const title = await page.title();
  requestsOf(page).clear();
  await follow(page, address);
  if (isOtherScreen) await expect(page).not.toHaveTitle(title);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeAttached();
  await settle(page);
}

/** Waits until the page's requests are answered and drawn. */
export async function settle(page: Page): Promise<void> {
  const pending = requestsOf(page);
  // Drawing may cause more requests, so the page must be quiet twice in a row.
  for (let quiet = 0; quiet < 2; ) {
    await page.evaluate(spareTime);
    quiet = pending.size === 0 ? quiet + 1 : 0;
  }
}
