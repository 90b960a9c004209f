import type { VisitCounts, VisitQuery } from '../calls/follow-up.ts';
import { fieldMatches } from '../lists/field-matches.ts';
import type { ListedChild } from '../lists/listed-row.ts';
import { isFollowed } from '../lists/narrowings.ts';
import { pageOf } from '../lists/query.ts';
import { PLACES } from '../reports/places.ts';
import { searchFor } from '../text.ts';
import { VISIT_REASON_KEYS, type VisitReason } from './visits.ts';

/** Whether a reason holds for a child on a day. */
const HOLDS: Readonly<Record<VisitReason, (row: ListedChild, day: string) => boolean>> = {
  cruce: ({ cruce }) => cruce !== null,
  desnutricion: ({ desnutricionDesde }, day) => desnutricionDesde !== null && desnutricionDesde <= day,
  control: ({ proximoControl }, day) => proximoControl !== null && proximoControl < day,
  vacunas: ({ proximaVacuna }, day) => proximaVacuna !== null && proximaVacuna <= day,
};

/** Whether a child needs a visit on a day. */
const isDue = (row: ListedChild, day: string): boolean =>
  row.visitarDesde !== null && row.visitarDesde <= day && isFollowed(row, day);

const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Those in danger first, then those who have waited longest. */
const mostUrgentFirst = (a: ListedChild, b: ListedChild): number =>
  a.prioridad - b.prioridad || compared(a.visitarDesde ?? '', b.visitarDesde ?? '') || a.orden - b.orden;

/** The children that a query is about, whether they need a visit or not. */
function whoseOf({ q = '', responsable, ...query }: VisitQuery): (row: ListedChild) => boolean {
  const found = searchFor(q);
  return (row) =>
    (!responsable || row.custodio === responsable) &&
    found(row.busqueda) &&
    PLACES.every((name) => fieldMatches(row[name], query[name]));
}

/** Of the children one may see those who need a visit, as the server lists them. @param query as the call's schema reads it */
export function visitsAmong<R extends ListedChild>(rows: readonly R[], query: VisitQuery, day: string) {
  const { motivo } = query;
  const whose = whoseOf(query);
  const due = rows.filter((row) => isDue(row, day) && (!motivo || HOLDS[motivo](row, day)) && whose(row));
  return pageOf(due.sort(mostUrgentFirst), query);
}

/** For how many of them each reason holds, and of how many nothing can be said without their birth date. */
export function visitCountsAmong(rows: readonly ListedChild[], query: VisitQuery, day: string): VisitCounts {
  const asked = rows.filter(whoseOf(query));
  const due = asked.filter((row) => isDue(row, day));
  const holding = VISIT_REASON_KEYS.map((name) => [name, due.filter((row) => HOLDS[name](row, day)).length] as const);
  return {
    total: due.length,
    sinNacimiento: asked.filter(({ fechanacimiento }) => fechanacimiento === null).length,
    ...(Object.fromEntries(holding) as Record<VisitReason, number>),
  };
}
