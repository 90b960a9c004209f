import type { VisitCounts, VisitQuery } from '../calls/follow-up.ts';
import { VISIT_REASON_KEYS, type VisitReason } from '../follow-up/visits.ts';
import { searchFor } from '../text.ts';
import { reasonHolds, visitIsDue, visitsOf, WITHOUT_BIRTH } from './conditions.ts';
import type { ListedChild } from './listed-row.ts';
import { matches } from './matches.ts';
import { pageOf } from './query.ts';

const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Those in danger first, then those who have waited longest. */
const mostUrgentFirst = (a: ListedChild, b: ListedChild): number =>
  a.prioridad - b.prioridad || compared(a.visitarDesde ?? '', b.visitarDesde ?? '') || a.orden - b.orden;

/** The children that a query is about, whether they need a visit or not. */
function whoseOf({ q = '', ...query }: VisitQuery): (row: ListedChild) => boolean {
  const found = searchFor(q);
  const narrowed = matches(visitsOf(query));
  return (row) => found(row.busqueda) && narrowed(row);
}

/** Of the children one may see those who need a visit, as the server lists them. @param query as the call's schema reads it */
export function visitsAmong<R extends ListedChild>(rows: readonly R[], query: VisitQuery, day: string) {
  const { motivo } = query;
  const whose = whoseOf(query);
  const isDue = matches([...visitIsDue(day), ...(motivo ? [reasonHolds[motivo](day)] : [])]);
  const due = rows.filter((row) => isDue(row) && whose(row));
  return pageOf(due.sort(mostUrgentFirst), query);
}

/** For how many of them each reason holds, and of how many nothing can be said without their birth date. */
export function visitCountsAmong(rows: readonly ListedChild[], query: VisitQuery, day: string): VisitCounts {
  const asked = rows.filter(whoseOf(query));
  const due = asked.filter(matches(visitIsDue(day)));
  const holding = VISIT_REASON_KEYS.map(
    (name) => [name, due.filter(matches([reasonHolds[name](day)])).length] as const,
  );
  return {
    total: due.length,
    sinNacimiento: asked.filter(matches([WITHOUT_BIRTH])).length,
    ...(Object.fromEntries(holding) as Record<VisitReason, number>),
  };
}
