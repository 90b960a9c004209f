import type { ListQuery } from '../calls/list-query.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { searchFor } from '../text.ts';
import { listConditions } from './conditions.ts';
import type { ListedRow } from './listed-row.ts';
import { matches } from './matches.ts';

/** Part of a list; the total is that of all of it. */
interface Part<R> {
  readonly total: number;
  readonly rows: R[];
}

/** One page of rows that are in order, or with no limit all that follow. */
export const pageOf = <R>(
  rows: readonly R[],
  { limit = Number.POSITIVE_INFINITY, offset = 0 }: Pick<ListQuery, 'limit' | 'offset'>,
): Part<R> => ({ total: rows.length, rows: rows.slice(offset, offset + limit) });

/** The newest first; of those registered at one instant, the one registered last. */
const newestFirst = (a: ListedRow, b: ListedRow): number =>
  a.fechaRegistro === b.fechaRegistro ? b.orden - a.orden : a.fechaRegistro < b.fechaRegistro ? 1 : -1;

/** Which rows a list of one type shows. @param day today */
function matchesOf(definition: RecordDefinition, query: ListQuery, day: string): (row: ListedRow) => boolean {
  const { parent, search } = definition;
  const found = searchFor(search ? (query.q ?? '') : '');
  const narrowed = matches(listConditions(definition, query, day));
  return (row) => (!parent || row[parent.field] === query[parent.field]) && found(row.busqueda ?? '') && narrowed(row);
}

/**
 * What the server answers to the same query, of the rows that one may see.
 * @param query as the call's schema reads it
 * @throws Error when it asks for an order of its own: that of texts is the database's
 */
export function listOf<R extends ListedRow>(
  definition: RecordDefinition,
  rows: readonly R[],
  query: ListQuery,
  day: string,
): Part<R> {
  if (query.sort) throw new Error('These lists have one order');
  return pageOf(rows.filter(matchesOf(definition, query, day)).sort(newestFirst), query);
}
