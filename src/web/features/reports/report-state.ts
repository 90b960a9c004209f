import { useNavigate, useSearch } from '@tanstack/react-router';
import { PAGE_SIZE } from '#web/ui/paged-list/use-list-state.ts';
import { daysOf, type Places, placesOf, type Search, textOf } from './report-search.ts';

/** The lists of the page, by the name under which the address holds their page. */
const PAGES = ['pagina', 'vacunas', 'conteo', 'talla', 'discrepancias', 'semana'] as const;
type PageName = (typeof PAGES)[number];
/** Of the cantons, by `nombre` or by `peso`. */
const CANTON_ORDERS = ['nombre', 'peso'] as const;
type CantonOrder = (typeof CANTON_ORDERS)[number];
const FIRST_PAGES = Object.fromEntries(PAGES.map((name) => [name, undefined]));

/** Everything the page shows is in its address: it can be bookmarked, shared and gone back to. */
export function useReportState() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = (next: Search, replace = false) => {
    const beside = (before: object) => ({ ...before, ...next });
    void navigate({ to: '.', search: beside as never, replace, resetScroll: false });
  };
  const setDays = (days: { desde?: string; hasta?: string }) => {
    const chosen = { ...daysOf(search), ...days };
    const next = { desde: chosen.desde || undefined, hasta: chosen.hasta || undefined };
    change({ ...next, periodo: undefined, pagina: undefined });
  };

  return {
    places: placesOf(search),
    setPlaces: (next: Partial<Record<keyof Places, string | undefined>>) => change({ ...next, ...FIRST_PAGES }),
    days: daysOf(search),
    setPeriod: (months: number) =>
      change({ periodo: months || undefined, desde: undefined, hasta: undefined, pagina: undefined }),
    setDays,
    status: textOf(search.estado),
    setStatus: (estado: string) => change({ estado: estado || undefined, pagina: undefined }),
    /** The order chosen for the cantons; none yet when it is neither. */
    order: CANTON_ORDERS.find((order) => order === search.orden),
    setOrder: (orden: CantonOrder) => change({ orden }, true),
    /** What one of the lists needs to know of itself. */
    list(name: PageName) {
      const asked = Number(search[name] ?? 1);
      const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
      return {
        q: '',
        filters: {},
        page,
        /** Its page, as the server is asked for it. */
        request: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        setPage: (page: number, replace = false) => change({ [name]: page > 1 ? page : undefined }, replace),
        reset: () => change({ [name]: undefined }),
      };
    },
  };
}

/** The same page of rows that came all at once. */
export const pageOf = <Row>(rows: readonly Row[], { limit, offset }: { limit: number; offset: number }) => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});

export type ReportState = ReturnType<typeof useReportState>;
