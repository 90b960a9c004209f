import { type RefObject, useLayoutEffect } from 'react';

const PLACES = 'section, main';

/** The headings of the sections around an element, nearest first. */
function headingsAround(element: Element): HTMLElement[] {
  const place = element.closest(PLACES);
  if (!place) return [];
  const heading = place.querySelector<HTMLElement>('h1, h2, h3');
  const further = place.parentElement ? headingsAround(place.parentElement) : [];
  return heading ? [heading, ...further] : further;
}

/** Moves the focus to the nearest heading when the focused element is removed. */
export function useFocusFallback(pressed: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = pressed.current;
    return () => {
      if (!element || document.activeElement !== element) return;
      const headings = headingsAround(element);
      queueMicrotask(() => {
        const next =
          headings.find((heading) => heading.isConnected) ?? document.querySelector<HTMLElement>('main h1, main');
        if (!next) return;
        next.tabIndex = -1;
        next.focus({ preventScroll: true });
      });
    };
  }, [pressed]);
}
