import { and, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { PLACES } from '#domain/reports/places.ts';
import { LEVELS } from '#server/db/figure-tables.ts';
import {
  figureChange,
  figureOfControlDay,
  figureOfCreator,
  figureOfDay,
  figureOfGrowth,
  figureOfMonth,
  type figureOfPlace,
  growthChange,
  placeTable,
} from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';
import { createStatements, UNNAMED } from '#server/lists/statements.ts';

type OfPlaces =
  | typeof figureOfPlace
  | typeof figureOfMonth
  | typeof figureOfCreator
  | typeof figureOfControlDay
  | typeof figureOfGrowth;
type Changes = typeof figureChange | typeof growthChange;
export type Places = Record<string, unknown>;
type Columns = Record<string, PgColumn>;

/** The column that a change fills if it concerns these figures. */
const KEY_COLUMN = new Map<PgTable, PgColumn>([
  [figureOfMonth, figureChange.mes],
  [figureOfCreator, figureChange.creador],
  [figureOfControlDay, figureChange.fecha],
]);

export const levelOf = (query: Places): number =>
  Math.max(LEVELS.nation, ...PLACES.filter((name) => query[name] !== undefined).map((name) => LEVELS[name]));

type PlaceLevel = (typeof PLACES)[number];

interface FigureQuery {
  query?: Places;
  /** Also gives the names of the place, down to this level. */
  by?: PlaceLevel;
  /** Conditions on columns that figures and changes have in common. */
  narrowed?: (columns: Columns) => (SQL | undefined)[];
}

const changed = (columns: PgColumn[], changes: Changes) => {
  const all: PgColumn[] = Object.values(getTableColumns<Changes>(changes));
  return columns.map(({ name }) => all.find((column) => column.name === name));
};

/** Folded figures and later changes as one source: their sum is the present value. */
const combined = (columns: PgColumn[], more: PgColumn[], folded: SQL, since: SQL, changes: Changes = figureChange) => {
  const list = (some: (PgColumn | undefined)[]) => sql.join([...more, ...some.flatMap((one) => one ?? [])], sql`, `);
  return sql`(select ${list(columns)} from ${folded} union all select ${list(changed(columns, changes))} from ${since}) as kept`;
};

const where = (conditions: (SQL | undefined)[]) => {
  const all = and(...conditions);
  return all ? sql` where ${all}` : sql``;
};

export function currentFigures(table: OfPlaces, columns: PgColumn[], { query = {}, by, narrowed }: FigureQuery): SQL {
  const named = filterConditions(getTableColumns(placeTable), PLACES, query);
  const level = by ? Math.max(LEVELS[by], levelOf(query)) : levelOf(query);
  const changes = table === figureOfGrowth ? growthChange : figureChange;
  const key = KEY_COLUMN.get(table);
  const part = (from: OfPlaces | Changes, places: SQL[], keyCondition?: SQL) => {
    const own = [keyCondition, ...(narrowed?.(getTableColumns(from) as Columns) ?? [])];
    if (by)
      return sql`${from} inner join ${placeTable} on ${eq(placeTable._id, from.lugar)}${where([...places, ...own])}`;
    const ids = new QueryBuilder()
      .select({ _id: placeTable._id })
      .from(placeTable)
      .where(and(...places));
    return sql`${from}${where([places.length > 0 ? inArray(from.lugar, ids) : undefined, ...own])}`;
  };
  return combined(
    columns,
    by ? PLACES.slice(0, LEVELS[by]).map((name) => placeTable[name]) : [],
    part(table, [sql`${placeTable.nivel} = ${sql.raw(`${level}`)}`, ...named]),
    part(changes, named, key && isNotNull(key)),
    changes,
  );
}

export const currentDayFigures = (columns: PgColumn[], narrowed: (columns: Columns) => (SQL | undefined)[]): SQL =>
  combined(
    columns,
    [],
    sql`${figureOfDay}${where(narrowed(getTableColumns(figureOfDay)))}`,
    sql`${figureChange}${where(narrowed(getTableColumns(figureChange)))}`,
  );

export const sumOfFigure = ({ name }: PgColumn, condition?: SQL) =>
  sql<number>`coalesce(sum(${figureColumn(name)})${condition ? sql` filter (where ${condition})` : sql``}, 0)`.mapWith(
    Number,
  );

export const figureColumn = (name: string) => sql`kept.${sql.identifier(name)}`;

/** Queries for the nation are always alike, so the database keeps their plans; those for places differ too much. */
export function createFigureStatements() {
  const statements = createStatements();
  return <S>(name: string, query: Places, build: (query: Places, name: string) => S): S =>
    levelOf(query) === LEVELS.nation ? statements(name, (own) => build({}, own)) : build(query, UNNAMED);
}
