import { and, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { PLACES } from '#domain/reports/places.ts';
import { LEVELS } from '#server/db/figure-tables.ts';
import {
  figureChange,
  figureOfControlDay,
  figureOfCreator,
  figureOfDay,
  figureOfMonth,
  type figureOfPlace,
  lugar,
} from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';
import { createStatements, UNNAMED } from '#server/lists/statements.ts';

type OfPlaces = typeof figureOfPlace | typeof figureOfMonth | typeof figureOfCreator | typeof figureOfControlDay;
/** What a query narrows by place with. */
export type Places = Record<string, unknown>;
type Columns = Record<string, PgColumn>;

/** What a change has when it speaks of these figures. */
const SPEAKS_BY = new Map<PgTable, PgColumn>([
  [figureOfMonth, figureChange.mes],
  [figureOfCreator, figureChange.creador],
  [figureOfControlDay, figureChange.fecha],
]);

/** The level of the places that the filters name, or of the nation. */
export const levelOf = (query: Places): number =>
  Math.max(LEVELS.nation, ...PLACES.filter((name) => query[name] !== undefined).map((name) => LEVELS[name]));

interface Asked {
  query?: Places;
  /** Whether each figure comes with the names of its canton and province. */
  byCanton?: boolean;
  /** What narrows the figures; the columns are also those of a change. */
  narrowed?: (columns: Columns) => (SQL | undefined)[];
}

/** The columns of a change that are called as these. */
const changed = (columns: PgColumn[]) =>
  columns.map(({ name }) => Object.values(getTableColumns(figureChange)).find((column) => column.name === name));

/** What was folded and what changed since, both as one: whoever sums it up has the figures as they are at this moment. */
const both = (columns: PgColumn[], more: PgColumn[], folded: SQL, since: SQL) => {
  const list = (some: (PgColumn | undefined)[]) => sql.join([...more, ...some.flatMap((one) => one ?? [])], sql`, `);
  return sql`(select ${list(columns)} from ${folded} union all select ${list(changed(columns))} from ${since}) as kept`;
};

const where = (conditions: (SQL | undefined)[]) => {
  const all = and(...conditions);
  return all ? sql` where ${all}` : sql``;
};

/** Kept figures of the places that a query names, to select from. */
export function keptOf(table: OfPlaces, columns: PgColumn[], { query = {}, byCanton, narrowed }: Asked): SQL {
  const named = filterConditions(getTableColumns(lugar), PLACES, query);
  const level = byCanton ? Math.max(LEVELS.canton, levelOf(query)) : levelOf(query);
  const key = SPEAKS_BY.get(table);
  const part = (from: OfPlaces | typeof figureChange, places: SQL[], speaking?: SQL) => {
    const own = [speaking, ...(narrowed?.(getTableColumns(from) as Columns) ?? [])];
    if (byCanton) return sql`${from} inner join ${lugar} on ${eq(lugar._id, from.lugar)}${where([...places, ...own])}`;
    const ids = new QueryBuilder()
      .select({ _id: lugar._id })
      .from(lugar)
      .where(and(...places));
    return sql`${from}${where([places.length > 0 ? inArray(from.lugar, ids) : undefined, ...own])}`;
  };
  return both(
    columns,
    byCanton ? [lugar.provincia, lugar.canton] : [],
    part(table, [sql`${lugar.nivel} = ${sql.raw(`${level}`)}`, ...named]),
    part(figureChange, named, key && isNotNull(key)),
  );
}

/** Kept figures of days on which something was recorded, to select from. */
export const keptOfDays = (columns: PgColumn[], narrowed: (columns: Columns) => (SQL | undefined)[]): SQL =>
  both(
    columns,
    [],
    sql`${figureOfDay}${where(narrowed(getTableColumns(figureOfDay)))}`,
    sql`${figureChange}${where(narrowed(getTableColumns(figureChange)))}`,
  );

/** The sum of a kept figure, of those for which a condition holds. */
export const summed = ({ name }: PgColumn, condition?: SQL) =>
  sql<number>`coalesce(sum(${inKept(name)})${condition ? sql` filter (where ${condition})` : sql``}, 0)`.mapWith(
    Number,
  );

/** A column of what is selected from. */
export const inKept = (name: string) => sql`kept.${sql.identifier(name)}`;

/**
 * Figures of the nation are asked for again and again, always alike: the database keeps their plan. Those of some places come in too many
 * ways to be kept.
 */
export function createKeptStatements() {
  const statements = createStatements();
  return <S>(name: string, query: Places, build: (query: Places, name: string) => S): S =>
    levelOf(query) === LEVELS.nation ? statements(name, (own) => build({}, own)) : build(query, UNNAMED);
}
