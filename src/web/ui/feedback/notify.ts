import { lineIdle } from '#web/lib/line.ts';
import { createStore } from '#web/lib/store.ts';
import type { Notice, Tone } from './notice-center.tsx';

/** Becomes true with the first notice: the code that draws them loads only then. */
export const noticesWanted = createStore(false);

type Center = typeof import('./notice-center.tsx');
let loaded: Center | null = null;

/** @internal Loads what draws the notices. */
export async function loadNoticeCenter(): Promise<Center> {
  loaded ??= await import('./notice-center.tsx');
  return loaded;
}

/** Has what draws notices ready before the first one, while the line has nothing else to do: whoever fills in a form will be told something. */
export async function prepareNotices(): Promise<void> {
  await lineIdle();
  await loadNoticeCenter();
  noticesWanted.set(true);
}

function show(notice: Notice, tone: Tone): void {
  noticesWanted.set(true);
  // At once where it can be, so that it does not wait for what the screen draws next.
  if (loaded) loaded.showNotice(notice, tone);
  else
    loadNoticeCenter().then(
      ({ showNotice }) => showNotice(notice, tone),
      () => undefined, // without a connection nothing new can load; the banner already says so
    );
}

/** Short notices at the bottom of the screen, announced to screen readers. */
export const notify = {
  /** Goes away by itself. */
  success: (notice: Notice) => show(notice, 'success'),
  /** Saved, and somebody should know this about it; stays until it is closed. */
  warning: (notice: Notice) => show(notice, 'warning'),
  /** Stays until it is closed, the next one says how it went then, or another screen comes. */
  error: (notice: Notice) => {
    console.error(notice.title, notice.message);
    show(notice, 'error');
  },
  /** An error stays with the screen that it is about. */
  leave: () => loaded?.hideError(),
};
