import type { RegisteredRouter } from '@tanstack/react-router';
import { lineIdle, pause, savesData } from '#web/lib/line.ts';
import { getSession } from '#web/lib/session.ts';
import { lazyLoaders } from '#web/ui/page/lazy-part.tsx';
import { redirectFor } from './guards.ts';

/** Fetched already during sign-in: the hub, and the list behind it. */
const FIRST_SCREENS = ['/registros', '/lista/ninos'];

const ofScreens = ({ routesById }: RegisteredRouter, isIncluded: (path: string) => boolean) =>
  Object.values(routesById).flatMap(({ id, options }) => {
    const access = options.staticData?.screen?.access;
    const isAllowed = access && (getSession() === null || redirectFor(access, getSession()) === null);
    return isAllowed && isIncluded(id) ? [() => options.component?.preload?.()] : [];
  });

/** No fetch starts within this time after a key, because it would delay typing. */
const TYPING_PAUSE_MS = 1_000;

/** Fetches code in advance, one part at a time while the line is idle, for use without a connection. @returns a function that stops it */
export function prefetchCode(router: RegisteredRouter, visitor: 'guest' | 'person'): () => void {
  let stopped = savesData();
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  const onKeydown = () => {
    lastKeyAt = performance.now();
  };
  if (visitor === 'person') addEventListener('keydown', onKeydown, { capture: true, passive: true });
  const typingPause = async () => {
    while (!stopped && performance.now() - lastKeyAt < TYPING_PAUSE_MS) await pause(TYPING_PAUSE_MS);
  };
  const each = async (parts: readonly (() => Promise<unknown> | undefined)[]) => {
    for (const part of parts) {
      if (!stopped) await lineIdle();
      await typingPause();
      if (!stopped) await Promise.resolve(part()).catch(() => undefined);
    }
  };
  void (async () => {
    await each(ofScreens(router, (path) => FIRST_SCREENS.includes(path)));
    // Parts of the shown screen, such as the notice of a save, come before screens that are not shown.
    await each([...lazyLoaders()]);
    if (visitor === 'guest') return;
    await each(ofScreens(router, (path) => !FIRST_SCREENS.includes(path)));
    // Screens register their lazy parts when they are loaded.
    await each([...lazyLoaders()]);
  })();
  return () => {
    stopped = true;
    removeEventListener('keydown', onKeydown, { capture: true });
  };
}
