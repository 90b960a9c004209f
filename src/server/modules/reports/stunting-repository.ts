import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addMonths, today } from '#domain/calendar.ts';
import type { REPORT_AGES } from '#domain/calls/growth-reports.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { prevalence } from '#domain/reports/prevalence.ts';
import { provinceOf } from '#domain/territory.ts';
import type { Db } from '#server/db/connect.ts';
import { ONE_SNAPSHOT } from '#server/db/database.ts';
import { control, figureOfMonth, figureOfPlace, nino, placeTable } from '#server/db/schema.ts';
import {
  createFigureStatements,
  currentFigures,
  figureColumn,
  type Places,
  sumOfFigure,
} from '#server/figures/current-figures.ts';
import { UNNAMED } from '#server/lists/statements.ts';
import { createCorrectedChildren } from './corrected-children.ts';
import { cantonKey, spanishCollator } from './places.ts';
import { sumBy } from './sum-by.ts';

const MONTHS_SHOWN = 24;

interface Counted {
  n: number;
  bajo2: number;
  bajo3: number;
}

/** Children measured, and those below −2 and −3 z-scores; flagged values are null and not counted. */
const countsOf = (n: PgColumn, bajo2: PgColumn, bajo3: PgColumn) => ({
  n: sumOfFigure(n),
  bajo2: sumOfFigure(bajo2),
  bajo3: sumOfFigure(bajo3),
});

/** How the counts change if children of corrected age are judged at the chronological one. */
function uncorrectedCounts({ ztalla, ztallaCronologica }: typeof nino | typeof control) {
  const difference = (below: SQL) =>
    sql<number>`count(${ztallaCronologica}) filter (where ${ztallaCronologica} ${below}) - count(${ztalla}) filter (where ${ztalla} ${below})`.mapWith(
      Number,
    );
  return { n: difference(sql`is not null`), bajo2: difference(sql`< -2`), bajo3: difference(sql`< -3`) };
}

const shares = ({ n, bajo2, bajo3 }: Counted) => ({ n, bajo: prevalence(bajo2, n), severa: prevalence(bajo3, n) });

const COUNTS = ['n', 'bajo2', 'bajo3'] as const;

export type StuntingRepository = ReturnType<typeof createStuntingRepository>;

export function createStuntingRepository(db: Db, now: () => string = today) {
  const statements = createFigureStatements();
  const corrected = createCorrectedChildren(db);

  const byMonth = (query: Places, name: string, from = db) => {
    const { mes, ultimos, ultimosMedidos, ultimosBajo2, ultimosBajo3 } = figureOfMonth;
    const columns = [mes, ultimos, ultimosMedidos, ultimosBajo2, ultimosBajo3];
    const since = sql.placeholder('since');
    return from
      .select({
        mes: sql<string>`to_char(${figureColumn('mes')}, 'YYYY-MM')`,
        ...countsOf(ultimosMedidos, ultimosBajo2, ultimosBajo3),
      })
      .from(currentFigures(figureOfMonth, columns, { query, narrowed: (kept) => [kept.mes && gte(kept.mes, since)] }))
      .groupBy(figureColumn('mes'))
      .having(sql`sum(${figureColumn('ultimos')}) > 0`)
      .orderBy(figureColumn('mes'))
      .prepare(name);
  };

  const [provincia, canton] = [sql<string>`${figureColumn('provincia')}`, sql<string>`${figureColumn('canton')}`];
  const byPlace = (query: Places, name: string, from = db) => {
    const { medidos, bajo2, bajo3 } = figureOfPlace;
    return from
      .select({ provincia, canton, ...countsOf(medidos, bajo2, bajo3) })
      .from(currentFigures(figureOfPlace, [medidos, bajo2, bajo3], { query, by: 'canton' }))
      .groupBy(provincia, canton)
      .having(sql`sum(${figureColumn('medidos')}) > 0`)
      .prepare(name);
  };

  const counted = async (query: Places, since: string) => ({
    places: await statements('talla_lugares', query, byPlace).execute(),
    months: await statements('talla_meses', query, byMonth).execute({ since }),
  });

  /** All of one moment, because the differences are added to the figures. */
  const countedUncorrected = (query: Places, since: string) =>
    db.transaction(async (inside) => {
      const { provincia: province, canton: ofCanton } = placeTable;
      const places = await inside
        .select({ provincia: province, canton: ofCanton, ...uncorrectedCounts(nino) })
        .from(nino)
        .innerJoin(placeTable, eq(placeTable._id, nino.lugar))
        .where(corrected.children(query))
        .groupBy(province, ofCanton);
      const month = sql<string>`to_char(${control.fecha}, 'YYYY-MM')`;
      const months = await inside
        .select({ mes: month, ...uncorrectedCounts(control) })
        .from(control)
        .where(
          and(
            control.edadCorregida,
            control.ultimoDelMes,
            gte(control.fecha, since),
            corrected.inPlaces(control.lugar, query),
          ),
        )
        .groupBy(month);
      return {
        places: [...(await byPlace(query, UNNAMED, inside).execute()), ...places],
        months: sumBy(
          [...(await byMonth(query, UNNAMED, inside).execute({ since })), ...months],
          ({ mes }) => mes,
          COUNTS,
        ).toSorted((one, other) => (one.mes < other.mes ? -1 : 1)),
      };
    }, ONE_SNAPSHOT);

  return {
    /** The latest control of every child by province and canton, and its last control of each month. Cantons with the highest share first. */
    async stunting({ edad, ...query }: Places) {
      const since = addMonths(`${now().slice(0, 7)}-01`, 1 - MONTHS_SHOWN);
      const uncorrected = edad === ('cronologica' satisfies (typeof REPORT_AGES)[number]);
      const { places, months } = await (uncorrected ? countedUncorrected : counted)(query, since);
      const rows = places.map((row) => ({ ...row, provincia: row.provincia || provinceOf(row.canton) }));
      const [general = { n: 0, bajo2: 0, bajo3: 0 }] = sumBy(rows, () => '', COUNTS);
      const provinces = sumBy(rows, ({ provincia }) => provincia, COUNTS).filter(({ provincia }) => provincia);
      const cantons = sumBy(rows, cantonKey, COUNTS).filter(({ canton }) => canton);
      return {
        corregidos: await corrected.count(query),
        general: shares(general),
        provincias: provinces
          .map((row) => ({ provincia: row.provincia, ...shares(row) }))
          .sort((a, b) => spanishCollator.compare(a.provincia, b.provincia)),
        cantones: cantons
          .map((row) => ({ provincia: row.provincia, canton: row.canton, ...shares(row) }))
          .sort(
            (a, b) =>
              (b.bajo.porcentaje ?? 0) - (a.bajo.porcentaje ?? 0) ||
              b.n - a.n ||
              spanishCollator.compare(a.canton, b.canton),
          ),
        meses: months.map(({ mes, ...counts }) => ({
          mes,
          etiqueta: monthLabel(mes),
          ...shares(counts),
        })),
      };
    },
  };
}
