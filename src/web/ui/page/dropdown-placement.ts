/**
 * How dropdowns open: inside the page's main region, so that nothing on screen stands outside a landmark, and fixed, so
 * that one not yet in its place cannot widen a phone's page and move it under the finger.
 */
export const DROPDOWN_PLACEMENT = { portalProps: { target: 'main' }, floatingStrategy: 'fixed' } as const;
