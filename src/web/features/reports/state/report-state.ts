import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '#web/lib/address.ts';
import { PAGE_SIZE } from '#web/records/lists/use-list-state.ts';
import { useWide } from '#web/ui/page/use-wide.ts';
import { daysOf, placeFiltersOf } from './report-narrowing.ts';
import { ALL_THE_TIME, FIRST_PAGES, type PageName, type PlaceFilters, type ReportSearch } from './report-search.ts';
import { openSections, type SectionName, sectionsInAddress, toggled } from './report-sections.ts';

const route = getRouteApi('/reportes');

/** The state of the page, kept entirely in the address. */
export function useReportState() {
  const { search, change } = useAddress(route);
  const set = (next: Partial<ReportSearch>, replace = false) => change((before) => ({ ...before, ...next }), replace);
  const setDays = (days: { desde?: string; hasta?: string }) => {
    const { desde, hasta } = { ...daysOf(search), ...days };
    set({ desde, hasta, periodo: ALL_THE_TIME, pagina: 1 });
  };

  const open = openSections(search.seccion, useWide());
  return {
    open,
    toggle: (name: SectionName) => set({ seccion: sectionsInAddress(toggled(open, name)) }),
    places: placeFiltersOf(search),
    setPlaces: (next: PlaceFilters) => set({ ...next, ...FIRST_PAGES }),
    days: daysOf(search),
    setPeriod: (periodo: ReportSearch['periodo']) => set({ periodo, desde: '', hasta: '', pagina: 1 }),
    setDays,
    status: search.estado,
    setStatus: (estado: ReportSearch['estado']) => set({ estado, pagina: 1 }),
    age: search.edad,
    setAge: (edad: ReportSearch['edad']) => set({ edad, ...FIRST_PAGES }),
    order: search.orden,
    setOrder: (orden: ReportSearch['orden']) => set({ orden }, true),
    /** The state of one list. */
    list(name: PageName) {
      const page = search[name];
      return {
        q: '',
        filters: {},
        page,
        /** The query parameters of its page. */
        request: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        setPage: (next: number, replace = false) => set({ [name]: next }, replace),
        reset: () => set({ [name]: 1 }),
      };
    },
  };
}

/** A page of rows that were loaded all at once. */
export const pageOfRows = <Row>(rows: readonly Row[], { limit, offset }: { limit: number; offset: number }) => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});

export type ReportState = ReturnType<typeof useReportState>;
