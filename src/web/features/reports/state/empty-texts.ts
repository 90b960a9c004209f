import type { PlaceFilters } from './report-search.ts';

const isNarrowed = (places: PlaceFilters) => Object.keys(places).length > 0;
const NARROWED = 'Quita algún filtro para ver más.';

/** The text of an empty chart; with filters it does not claim that there is no data at all. */
export const emptyText = (places: PlaceFilters, what: string): string =>
  isNarrowed(places) ? `No hay ${what} con estos filtros. ${NARROWED}` : `Todavía no hay ${what}.`;

/** The texts of an empty list. @param hint how the first item is created */
export const emptyTexts = (places: PlaceFilters, what: string, hint: string) => ({
  empty: isNarrowed(places) ? `No hay ${what} con estos filtros` : `Todavía no hay ${what}`,
  emptyHint: hintOf(places, hint),
});

export const hintOf = (places: PlaceFilters, hint: string): string => (isNarrowed(places) ? NARROWED : hint);
