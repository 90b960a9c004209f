import { getRouteApi } from '@tanstack/react-router';
import { showNumber } from '#domain/fields/index.ts';
import type { PlaceFilters, ReportSearch } from './report-search.ts';
import { stunting } from './reports-api.ts';

const route = getRouteApi('/reportes');

/** The query of all cards about length, with the age that the address chooses. */
export function useStuntingQuery(places: PlaceFilters) {
  const { edad } = route.useSearch();
  return stunting(edad ? { ...places, edad } : places);
}

/** How many children the corrected age concerns; '' if none. */
export function correctedText(data: { corregidos: number } | undefined, edad: ReportSearch['edad']): string {
  const count = data?.corregidos ?? 0;
  if (count === 0) return '';
  const children = count === 1 ? '1 niña o niño que nació' : `${showNumber(count, 0)} niñas y niños que nacieron`;
  const which = `${children} antes de las 37 semanas`;
  return edad === 'cronologica'
    ? ` Sin corregir la edad de ${which}; los listados usan la edad corregida.`
    : ` Con la edad corregida de ${which}.`;
}
