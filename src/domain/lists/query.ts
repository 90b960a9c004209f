import type { ListQuery } from '../calls/list-query.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { searchFor } from '../text.ts';
import { listConditions } from './conditions.ts';
import type { ListedRow } from './listed-row.ts';
import { matches } from './matches.ts';
import { comparator, NEWEST_FIRST, withTieBreak } from './order.ts';

interface Part<R> {
  readonly total: number;
  readonly rows: R[];
}

export const pageRows = <R>(
  rows: readonly R[],
  { limit = Number.POSITIVE_INFINITY, offset = 0 }: Pick<ListQuery, 'limit' | 'offset'>,
): Part<R> => ({ total: rows.length, rows: rows.slice(offset, offset + limit) });

const newestFirst = comparator(withTieBreak(NEWEST_FIRST));

function matchesOf(definition: RecordDefinition, query: ListQuery, day: string): (row: ListedRow) => boolean {
  const { parent, search } = definition;
  const matchesSearch = searchFor(search ? (query.q ?? '') : '');
  const matchesFilters = matches(listConditions(definition, query, day));
  return (row) =>
    (!parent || row[parent.field] === query[parent.field]) && matchesSearch(row.busqueda ?? '') && matchesFilters(row);
}

/** Answers as the server does. @param query as parsed by the call's schema @throws Error for `sort`: only the database sorts texts */
export function filterRows<R extends ListedRow>(
  definition: RecordDefinition,
  rows: readonly R[],
  query: ListQuery,
  day: string,
): Part<R> {
  if (query.sort) throw new Error('These lists have one order');
  return pageRows(rows.filter(matchesOf(definition, query, day)).sort(newestFirst), query);
}
