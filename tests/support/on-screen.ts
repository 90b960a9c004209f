import { expect, onTestFinished, vi } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';
import { router } from '#web/app/router.tsx';

/** The current address. */
export const address = () => router.state.location.href;
export const pathOf = () => router.state.location.pathname;
export const searchOf = () => Object.fromEntries(new URLSearchParams(router.state.location.searchStr));

/** Navigates to an address without a page load. */
export const goTo = (href: string) => router.history.push(href);
export const goBack = () => router.history.back();

export const main = () => page.getByRole('main');
export const form = () => page.getByRole('form');
export const dialog = () => page.getByRole('alertdialog');
export const button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
export const option = (name: string) => page.getByRole('option', { name, exact: true });

/** The visible texts of the elements. */
export const textsOf = (locator: Locator) => locator.elements().map((element) => element.textContent?.trim() ?? '');

export const expectTexts = (locator: Locator, texts: readonly string[]) =>
  expect.poll(() => textsOf(locator)).toEqual(texts);
export const expectCount = (locator: Locator, count: number) =>
  expect.poll(() => locator.elements().length).toBe(count);

const closeNotice = { name: 'Cerrar aviso', exact: true };
export const notices = () => page.getByRole('button', closeNotice);

const noticeElements = () =>
  page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ has: page.getByRole('button', closeNotice) });

/** Expects a notice and closes it, so that it is not mistaken for the next one. */
export async function readNotice(title: string, ...lines: string[]): Promise<void> {
  const notice = noticeElements().filter({ hasText: title }).last();
  await expect.element(notice).toBeVisible();
  for (const line of lines) await expect.element(notice).toHaveTextContent(line);
  // It may close itself meanwhile.
  for (const close of notice.getByRole('button', closeNotice).elements()) (close as HTMLElement).click();
  await expectTexts(noticeElements(), []);
}

/** A double press, which stays one by its times however late a busy machine sends the second press. */
export async function pressTwice(locator: Locator, delay = 0): Promise<void> {
  const times = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(0);
  await locator.dblClick({ delay });
  times.mockRestore();
}

export const confirm = (name: string) => button(name, dialog()).click();

/** Whether nothing covers the start and the end of an element, such as a bar that stays on the screen. */
export function isOnTop(locator: Locator): boolean {
  const element = locator.element();
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ].every(([x = 0, y = 0]) => {
    const shown = document.elementFromPoint(x, y);
    return shown !== null && (element.contains(shown) || shown.contains(element));
  });
}

/** Shows the page as it is printed, until the test ends. */
export async function showOnPaper(): Promise<void> {
  const showAs = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await showAs('')));
  await showAs('print');
}
