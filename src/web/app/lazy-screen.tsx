import { type AsyncRouteComponent, useRouter } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { searchResolved } from '#web/lib/searches.ts';
import { BrokenScreen } from '#web/ui/feedback/error-boundary.tsx';
import { DeferredRender } from '#web/ui/page/deferred-render.tsx';
import { lateComponent } from '#web/ui/page/lazy-part.tsx';
import { WaitingScreen } from './shell/waiting-screen.tsx';

/** Whether another screen was shown before. */
let moved = false;

/** Makes the first screen part of the first render. */
export function renderFirstScreenAtOnce(): void {
  moved = true;
}

/** Waits for the search text of the first address, which arrives late; without it a list would load and show all people. */
function useSearchAwaited(): boolean {
  const { search } = useRouter().latestLocation;
  const [awaited, setAwaited] = useState(() => searchResolved('q' in search ? String(search.q) : ''));
  useEffect(() => {
    void awaited?.then(() => setAwaited(null));
  }, [awaited]);
  return awaited !== null;
}

/** A lazily loaded screen. The first one is rendered in a task of its own, later ones at once. @param awaited whether it replaces static content */
export function lazyScreen<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
  awaited = false,
): AsyncRouteComponent<Record<never, never>> {
  // The router's own lazy component would reload the page or show an error after one failed download.
  const Screen = lateComponent(async () => ({ default: (await load())[name] as ComponentType }), {
    waiting: <WaitingScreen />,
    failed: <BrokenScreen />,
  });
  function LateScreen() {
    const [atOnce] = useState(awaited || moved);
    const waits = useSearchAwaited();
    useEffect(() => {
      moved = true;
    }, []);
    if (waits) return <WaitingScreen />;
    return (
      <DeferredRender atOnce={atOnce}>
        <Screen />
      </DeferredRender>
    );
  }
  // Undefined once the code is loaded.
  return Object.defineProperty(LateScreen, 'preload', { get: () => Screen.preload });
}
