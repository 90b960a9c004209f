import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { catalogOptions } from '#web/lib/booklets/catalog-options.ts';

const LISTS = [catalogOptions('vacunamujertipo'), catalogOptions('vacunanombremujer')];

const combineLists = (results: UseQueryResult<string[]>[]): string[][] | undefined =>
  results.some(({ isPending }) => isPending) ? undefined : results.map(({ data }) => data ?? []);

/** The types and names of vaccines for pregnant women; undefined while they load, empty where they failed to. */
export const usePregnancyLists = (): string[][] | undefined => useQueries({ queries: LISTS, combine: combineLists });
