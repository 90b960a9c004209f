/** Dropdowns open inside `main`, so that every element is in a landmark, and fixed, so that they cannot widen the page of a phone. */
export const DROPDOWN_PLACEMENT = { portalProps: { target: 'main' }, floatingStrategy: 'fixed', zIndex: 650 } as const;
