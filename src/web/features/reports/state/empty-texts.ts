import type { Places } from './report-search.ts';

const isNarrowed = (places: Places) => Object.keys(places).length > 0;
const NARROWED = 'Quita algún filtro para ver más.';

/** What stands where there is nothing to draw: of a place nobody knows whether there was ever anything elsewhere. */
export const nothingYet = (places: Places, what: string): string =>
  isNarrowed(places) ? `No hay ${what} con estos filtros. ${NARROWED}` : `Todavía no hay ${what}.`;

/** The same for a list. @param hint how the first one comes to be there */
export const emptyTexts = (places: Places, what: string, hint: string) => ({
  empty: isNarrowed(places) ? `No hay ${what} con estos filtros` : `Todavía no hay ${what}`,
  emptyHint: hintOf(places, hint),
});

export const hintOf = (places: Places, hint: string): string => (isNarrowed(places) ? NARROWED : hint);
