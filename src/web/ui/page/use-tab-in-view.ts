import { type RefObject, useEffect } from 'react';

/** Scrolls a strip of tabs so that the current one is in its middle, also after the address or a drawer opened it. */
export function useTabInView(strip: RefObject<HTMLElement | null>, current: string | null, isStrip: boolean): void {
  useEffect(() => {
    // Layout is measured in an animation frame, to avoid an extra layout pass.
    const frame = requestAnimationFrame(() => {
      const tab = current && strip.current?.querySelector<HTMLElement>('[data-active]');
      if (isStrip && tab && strip.current)
        strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [strip, current, isStrip]);
}
