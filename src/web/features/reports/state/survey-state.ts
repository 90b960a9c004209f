import { getRouteApi } from '@tanstack/react-router';
import type { SurveyGrouping } from '#domain/reports/survey.ts';
import { useAddress } from '#web/lib/address.ts';
import { PAGE_SIZE } from '#web/records/lists/use-list-state.ts';
import { placeFiltersOf } from './report-narrowing.ts';
import type { PlaceFilters } from './report-search.ts';
import type { SurveySearch } from './survey-search.ts';

const route = getRouteApi('/reportes/indicadores');

/** The state of the page of indicators, kept entirely in the address. */
export function useSurveyState() {
  const { search, change } = useAddress(route);
  const set = (next: Partial<SurveySearch>, replace = false) => change((before) => ({ ...before, ...next }), replace);
  const { pagina: page } = search;
  return {
    places: placeFiltersOf(search),
    setPlaces: (next: PlaceFilters) => set({ ...next, pagina: 1 }),
    grouping: search.por || ('provincia' as const),
    setGrouping: (por: SurveyGrouping) => set({ por: por === 'provincia' ? '' : por, pagina: 1 }),
    list: {
      q: '',
      filters: {},
      page,
      request: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
      setPage: (pagina: number, replace = false) => set({ pagina }, replace),
      reset: () => set({ pagina: 1 }),
    },
  };
}

export type SurveyState = ReturnType<typeof useSurveyState>;
