import { type AsyncRouteComponent, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { searchAwaited } from '#web/lib/searches.ts';
import { Gradual } from '#web/ui/page/gradual.tsx';
import { WaitingScreen } from './shell/waiting-screen.tsx';

/** Whether a screen was there before. */
let moved = false;

/** What this page was opened to search, until it is known: a list would ask for everybody, and show them, for a moment. */
function useSearchAwaited(): boolean {
  const { search } = useRouter().latestLocation;
  const [awaited, setAwaited] = useState(() => searchAwaited('q' in search ? String(search.q) : ''));
  useEffect(() => {
    void awaited?.then(() => setAwaited(null));
  }, [awaited]);
  return awaited !== null;
}

/**
 * A screen whose code comes late. One that a page begins with is drawn in a turn of its own, after everything else that
 * begins then; any later one at once, in place of the one before.
 * @param awaited something stands in its place until it is drawn: it is, at once
 */
export function lateScreen<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
  awaited = false,
): AsyncRouteComponent<Record<never, never>> {
  const Screen = lazyRouteComponent(load, name) as AsyncRouteComponent<Record<never, never>>;
  function LateScreen() {
    const [atOnce] = useState(awaited || moved);
    const waits = useSearchAwaited();
    useEffect(() => {
      moved = true;
    }, []);
    if (waits) return <WaitingScreen />;
    return (
      <Gradual atOnce={atOnce}>
        <Screen />
      </Gradual>
    );
  }
  // Gone once the code is there.
  return Object.defineProperty(LateScreen, 'preload', { get: () => Screen.preload });
}
