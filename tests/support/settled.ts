import { expect, type Page, type Request } from '@playwright/test';

/** What each page has asked for and not got yet, from its first opening here on. */
const underway = new WeakMap<Page, Set<Request>>();

function requestsOf(page: Page): Set<Request> {
  const known = underway.get(page);
  if (known) return known;
  const asked = new Set<Request>();
  underway.set(page, asked);
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return asked;
}

/** Ends once what the page has to do by itself is drawn: it waits for nobody, and has had time to spare. */
const spareTime = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 5_000 })));

/**
 * Opens a screen and waits until everything that it asks for has come and is drawn. `networkidle` would wait half a
 * second after the last answer on every screen, and take a page that still works for a finished one.
 */
export async function openSettled(page: Page, address: string, heading: string | RegExp = /./): Promise<void> {
  requestsOf(page).clear();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeAttached();
  await settle(page);
}

/** Waits until everything that the page asks for has come and is drawn. */
export async function settle(page: Page): Promise<void> {
  const asked = requestsOf(page);
  // What was drawn may ask for more: quiet twice in a row is quiet.
  for (let quiet = 0; quiet < 2; ) {
    await page.evaluate(spareTime);
    quiet = asked.size === 0 ? quiet + 1 : 0;
  }
}
