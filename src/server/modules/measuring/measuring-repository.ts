import { and, eq, getTableColumns, gte, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { MeasuringRow, OwnMeasuring } from '#domain/calls/measuring.ts';
import { COUNT_NAMES, type CountName, type Counts, noCounts } from '#domain/quality/counts.ts';
import { FULL_DAY_CONTROLS } from '#domain/quality/described.ts';
import { measuringOf } from '#domain/quality/figures.ts';
import { wholeMonths } from '#domain/quality/period.ts';
import { PLACES } from '#domain/reports/places.ts';
import { provinceOf } from '#domain/territory.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { ONE_SNAPSHOT } from '#server/db/database.ts';
import { measuringOfMonth, placeTable, usuario } from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';
import { cantonKey, spanishCollator } from '#server/modules/reports/places.ts';
import { sumBy } from '#server/modules/reports/sum-by.ts';
import { countWaiting, tryToWorkOff } from './work-off.ts';

/** So many changes are counted before an answer; with more the answer says how many are missing. */
const COUNTED_BEFORE_ANSWER = 100;
const WAITING_AT_MOST = 100_000;

interface Period {
  desde?: string | undefined;
  hasta?: string | undefined;
}

export interface MeasuringQuery extends Period {
  por?: 'persona' | 'canton' | undefined;
  [place: string]: unknown;
}

const { lugar, creador, mes, dias, masEnUnDia } = measuringOfMonth;
const { provincia, canton } = placeTable;

const SUMS = Object.fromEntries(
  COUNT_NAMES.map((name) => [name, sql<number>`sum(${measuringOfMonth[name]})`.mapWith(Number).as(name)]),
) as Record<CountName, SQL.Aliased<number>>;

const monthConditions = (period: Period): SQL[] => {
  const { desde, hasta } = wholeMonths(period);
  return [...(desde ? [gte(mes, desde)] : []), ...(hasta ? [lte(mes, hasta)] : [])];
};

const NOWHERE = sql<string>`''`;

const conditionsOf = (query: MeasuringQuery) =>
  and(...monthConditions(query), ...filterConditions(getTableColumns(placeTable), PLACES, query));

/** Months in which an account may have had a full day: on none it recorded more than the sum of each place's most. */
const busyMonths = (db: Db, period: Period) =>
  db
    .select({ creador, mes })
    .from(measuringOfMonth)
    .where(and(...monthConditions(period)))
    .groupBy(creador, mes)
    .having(sql`sum(${masEnUnDia}) > ${FULL_DAY_CONTROLS}::integer`);

interface FullDays {
  period: Period;
  condition: SQL | undefined;
  inCanton: boolean;
}

/** Days on which one account recorded more than so many controls, anywhere or in one canton. */
function fullDaysOf(db: Db, { period, condition, inCanton }: FullDays) {
  const where = inCanton ? { provincia, canton } : { provincia: NOWHERE, canton: NOWHERE };
  return db
    .select({ ...where, creador, mes, day: sql<number>`day.number`.as('day') })
    .from(measuringOfMonth)
    .innerJoin(placeTable, eq(placeTable._id, lugar))
    .innerJoin(sql`lateral unnest(${dias}) with ordinality as day (controls, number)`, sql`day.controls > 0`)
    .where(and(condition, sql`(${creador}, ${mes}) in ${busyMonths(db, period)}`))
    .groupBy(...(inCanton ? [provincia, canton] : []), creador, mes, sql`day.number`)
    .having(sql`sum(day.controls) > ${FULL_DAY_CONTROLS}::integer`);
}

const countBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
};

async function ofPeople(db: Db, query: MeasuringQuery): Promise<MeasuringRow[]> {
  const condition = conditionsOf(query);
  const { _id, nombre, apellido } = usuario;
  const people = await db
    .select({ persona: { _id, nombre, apellido }, ...SUMS })
    .from(measuringOfMonth)
    .innerJoin(placeTable, eq(placeTable._id, lugar))
    .innerJoin(usuario, eq(_id, creador))
    .where(condition)
    .groupBy(_id, nombre, apellido);
  const fullDays = countBy(await fullDaysOf(db, { period: query, condition, inCanton: false }), (row) => row.creador);
  return people
    .map(({ persona, ...counts }) => ({
      ...{ persona, provincia: '', canton: '' },
      ...measuringOf(counts, fullDays.get(persona._id) ?? 0),
    }))
    .sort(
      ({ persona: a }, { persona: b }) =>
        spanishCollator.compare(a.nombre, b.nombre) ||
        spanishCollator.compare(a.apellido, b.apellido) ||
        (a._id < b._id ? -1 : 1),
    );
}

async function ofCantons(db: Db, query: MeasuringQuery): Promise<MeasuringRow[]> {
  const condition = and(conditionsOf(query), ne(canton, ''));
  const rows = await db
    .select({ provincia, canton, ...SUMS })
    .from(measuringOfMonth)
    .innerJoin(placeTable, eq(placeTable._id, lugar))
    .where(condition)
    .groupBy(provincia, canton);
  /** A child may have a canton without a province, which the canton then determines. */
  const placed = <Row extends { provincia: string; canton: string }>(row: Row) => ({
    ...row,
    provincia: row.provincia || provinceOf(row.canton),
  });
  const fullDays = countBy((await fullDaysOf(db, { period: query, condition, inCanton: true })).map(placed), cantonKey);
  return sumBy(rows.map(placed), cantonKey, COUNT_NAMES)
    .map((row) => ({
      ...{ persona: null, provincia: row.provincia, canton: row.canton },
      ...measuringOf(row, fullDays.get(cantonKey(row)) ?? 0),
    }))
    .sort((a, b) => spanishCollator.compare(a.canton, b.canton) || spanishCollator.compare(a.provincia, b.provincia));
}

async function ofAccount(db: Db, account: string, period: Period) {
  const condition = and(eq(creador, account), ...monthConditions(period));
  const [sums] = await db.select(SUMS).from(measuringOfMonth).where(condition);
  const fullDays = await fullDaysOf(db, { period, condition, inCanton: false });
  // The sum of no rows is null.
  const counts = Object.fromEntries(Object.entries(noCounts()).map(([name]) => [name, sums?.[name as CountName] ?? 0]));
  return measuringOf(counts as Counts, fullDays.length);
}

export type MeasuringRepository = ReturnType<typeof createMeasuringRepository>;

/** How well was measured, from counts by person, place and month, which are exact unless the answer says that changes wait. */
export function createMeasuringRepository(database: Database) {
  const { db } = database;

  const counted = async <T>(period: Period, read: (snapshot: Db) => Promise<T>) => {
    const waiting = await countWaiting(db, COUNTED_BEFORE_ANSWER + 1);
    const few = waiting > 0 && waiting <= COUNTED_BEFORE_ANSWER;
    if (few && database.room() === 'enough') await tryToWorkOff(db);
    return db.transaction(
      async (snapshot) => ({
        ...wholeMonths(period),
        pendientes: await countWaiting(snapshot, WAITING_AT_MOST),
        ...(await read(snapshot)),
      }),
      ONE_SNAPSHOT,
    );
  };

  return {
    /** In the order of names. */
    report: (query: MeasuringQuery) =>
      counted(query, async (snapshot) => {
        const { por = 'persona' } = query;
        return { por, filas: await (por === 'persona' ? ofPeople : ofCantons)(snapshot, query) };
      }),

    own: (account: string, period: Period): Promise<OwnMeasuring> =>
      counted(period, (snapshot) => ofAccount(snapshot, account, period)),
  };
}
