import type { RegisteredRouter } from '@tanstack/react-router';
import { lineIdle, pause, sparesData } from '#web/lib/line.ts';
import { getSession } from '#web/lib/session.ts';
import { announced } from '#web/ui/page/lazy-part.tsx';
import { redirectFor } from './guards.ts';

/** The code of whoever signs in comes while she types: the hub, and the list behind it. */
const NEXT = ['/registros', '/lista/ninos'];

const ofScreens = ({ routesById }: RegisteredRouter, wanted: (path: string) => boolean) =>
  Object.values(routesById).flatMap(({ id, options }) => {
    const access = options.staticData?.screen?.access;
    const theirs = access && (getSession() === null || redirectFor(access, getSession()) === null);
    return theirs && wanted(id) ? [() => options.component?.preload?.()] : [];
  });

/** Whoever types is not held up by code that starts between two keys; the code of whoever signs in does come meanwhile. */
const HANDS_REST_MS = 1_000;

/**
 * Fetches code before it is needed, one part at a time and only while the line has nothing else to do: in the field there
 * may be no signal later. What fails is fetched when it is needed.
 * @param who somebody who is signing in, or who works
 * @returns ends it
 */
export function fetchAhead(router: RegisteredRouter, who: 'guest' | 'person'): () => void {
  let over = sparesData();
  let touched = Number.NEGATIVE_INFINITY;
  const touch = () => {
    touched = performance.now();
  };
  if (who === 'person') addEventListener('keydown', touch, { capture: true, passive: true });
  const handsRest = async () => {
    while (!over && performance.now() - touched < HANDS_REST_MS) await pause(HANDS_REST_MS);
  };
  const each = async (parts: readonly (() => Promise<unknown> | undefined)[]) => {
    for (const part of parts) {
      if (!over) await lineIdle();
      await handsRest();
      if (!over) await Promise.resolve(part()).catch(() => undefined);
    }
  };
  void (async () => {
    await each(ofScreens(router, (path) => NEXT.includes(path)));
    // What screens open late is announced when they are there.
    if (who === 'person') await each(ofScreens(router, (path) => !NEXT.includes(path)));
    await each([...announced()]);
  })();
  return () => {
    over = true;
    removeEventListener('keydown', touch, { capture: true });
  };
}
