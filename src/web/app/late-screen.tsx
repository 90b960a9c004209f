import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Gradual } from '#web/ui/page/gradual.tsx';

/** Whether a screen was there before. */
let moved = false;

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
    useEffect(() => {
      moved = true;
    }, []);
    return (
      <Gradual atOnce={atOnce}>
        <Screen />
      </Gradual>
    );
  }
  // Gone once the code is there.
  return Object.defineProperty(LateScreen, 'preload', { get: () => Screen.preload });
}
