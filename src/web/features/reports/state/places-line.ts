import { RECORDS } from '#domain/records/index.ts';
import { PLACES } from '#domain/reports/places.ts';
import type { PlaceFilters } from './report-search.ts';

/** The filters in words, for the printed page and saved pictures. */
export function placesLine(places: PlaceFilters): string {
  const parts = PLACES.flatMap((name) => (places[name] ? [`${RECORDS.nino.fields[name].label}: ${places[name]}`] : []));
  return parts.join(' · ') || 'Todo el país';
}
