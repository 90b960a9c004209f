import { lineIdle } from '#web/lib/line.ts';
import { createStore } from '#web/lib/store.ts';
import type { Notice, NoticeTone } from './notice-center.tsx';

/** Becomes true with the first notice; only then is the notice centre loaded. */
export const noticesWanted = createStore(false);

type Center = typeof import('./notice-center.tsx');
let loaded: Center | null = null;

/** @internal */
export async function loadNoticeCenter(): Promise<Center> {
  loaded ??= await import('./notice-center.tsx');
  return loaded;
}

/** Loads the notice centre in advance, when no other request is running. */
export async function prepareNotices(): Promise<void> {
  await lineIdle();
  await loadNoticeCenter();
  noticesWanted.set(true);
}

function show(notice: Notice, tone: NoticeTone): void {
  noticesWanted.set(true);
  // Shown synchronously when loaded, so that it does not wait for the next render.
  if (loaded) loaded.showNotice(notice, tone);
  else
    loadNoticeCenter().then(
      ({ showNotice }) => showNotice(notice, tone),
      () => undefined, // Without a connection the code cannot load; the banner already reports that.
    );
}

/** Short notices at the bottom of the screen, announced to screen readers. */
export const notify = {
  success: (notice: Notice) => show(notice, 'success'),
  /** For something saved that needs attention; stays until it is closed, or as long as its `until` says. */
  warning: (notice: Notice) => show(notice, 'warning'),
  /** Stays until it is closed, until the next success or error, or until the screen changes. */
  error: (notice: Notice) => {
    console.error(notice.title, notice.message);
    show(notice, 'error');
  },
  /** Hides the error of the screen that is being left. */
  leave: () => loaded?.hideError(),
  /** Hides the result of an earlier attempt, which would contradict the next one. */
  attempt: () => loaded?.hideEarlier(),
};
