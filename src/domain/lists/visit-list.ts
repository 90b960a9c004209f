import type { VisitCounts, VisitQuery } from '../calls/follow-up.ts';
import { VISIT_REASON_KEYS, type VisitReason } from '../follow-up/reasons.ts';
import { searchFor } from '../text.ts';
import { reasonHolds, visitIsDue, visitListConditions, WITHOUT_BIRTH } from './conditions.ts';
import type { ListedChild } from './listed-row.ts';
import { matches } from './matches.ts';
import { comparator, MOST_URGENT_FIRST } from './order.ts';
import { pageRows } from './query.ts';

const mostUrgentFirst = comparator(MOST_URGENT_FIRST);

function queryMatcher({ q = '', ...query }: VisitQuery): (row: ListedChild) => boolean {
  const matchesSearch = searchFor(q);
  const matchesFilters = matches(visitListConditions(query));
  return (row) => matchesSearch(row.busqueda) && matchesFilters(row);
}

export function filterVisits<R extends ListedChild>(rows: readonly R[], query: VisitQuery, day: string) {
  const { motivo } = query;
  const matchesQuery = queryMatcher(query);
  const isDue = matches([...visitIsDue(day), ...(motivo ? [reasonHolds[motivo](day)] : [])]);
  const due = rows.filter((row) => isDue(row) && matchesQuery(row));
  return pageRows(due.sort(mostUrgentFirst), query);
}

export function countVisitRows(rows: readonly ListedChild[], query: VisitQuery, day: string): VisitCounts {
  const selected = rows.filter(queryMatcher(query));
  const due = selected.filter(matches(visitIsDue(day)));
  const holding = VISIT_REASON_KEYS.map(
    (name) => [name, due.filter(matches([reasonHolds[name](day)])).length] as const,
  );
  return {
    total: due.length,
    sinNacimiento: selected.filter(matches([WITHOUT_BIRTH])).length,
    ...(Object.fromEntries(holding) as Record<VisitReason, number>),
  };
}
