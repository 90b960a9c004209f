import { addDays, startOfDay } from '../calendar.ts';
import type { ListQuery } from '../calls/list-query.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { searchFor } from '../text.ts';
import { fieldMatches } from './field-matches.ts';
import type { ListedChild, ListedRow } from './listed-row.ts';
import { NARROWS } from './narrowings.ts';

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

/** Whether an instant lies within some days of Guayaquil, both inclusive. */
function withinDays({ desde, hasta }: ListQuery): (instant: string) => boolean {
  const from = desde ? Date.parse(startOfDay(desde)) : Number.NEGATIVE_INFINITY;
  const before = hasta ? Date.parse(startOfDay(addDays(hasta, 1))) : Number.POSITIVE_INFINITY;
  return (instant) => {
    const at = Date.parse(instant);
    return at >= from && at < before;
  };
}

/** Which rows a list of one type shows, as the server's conditions say it. @param day today */
function matchesOf(definition: RecordDefinition, query: ListQuery, day: string): (row: ListedRow) => boolean {
  const { parent, search, filters = [], narrowings = [] } = definition;
  const found = searchFor(search ? (query.q ?? '') : '');
  const within = withinDays(query);
  const narrowed = narrowings.filter((name) => query[name]);
  return (row) =>
    (!parent || row[parent.field] === query[parent.field]) &&
    found(row.busqueda ?? '') &&
    within(row.fechaRegistro) &&
    filters.every((name) => fieldMatches(row[name], query[name])) &&
    narrowed.every((name) => NARROWS[name](row as ListedChild, String(query[name]), day));
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
