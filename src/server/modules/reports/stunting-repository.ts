import { gte, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addMonths, today } from '#domain/calendar.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { prevalence } from '#domain/reports/prevalence.ts';
import { provinceOf } from '#domain/territory.ts';
import type { Db } from '#server/db/connect.ts';
import { figureOfMonth, figureOfPlace } from '#server/db/schema.ts';
import {
  createFigureStatements,
  currentFigures,
  figureColumn,
  type Places,
  sumOfFigure,
} from '#server/figures/current-figures.ts';
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

const shares = ({ n, bajo2, bajo3 }: Counted) => ({ n, bajo: prevalence(bajo2, n), severa: prevalence(bajo3, n) });

const COUNTS = ['n', 'bajo2', 'bajo3'] as const;

export type StuntingRepository = ReturnType<typeof createStuntingRepository>;

export function createStuntingRepository(db: Db, now: () => string = today) {
  const statements = createFigureStatements();

  const byMonth = (query: Places, name: string) => {
    const { mes, ultimos, ultimosMedidos, ultimosBajo2, ultimosBajo3 } = figureOfMonth;
    const columns = [mes, ultimos, ultimosMedidos, ultimosBajo2, ultimosBajo3];
    const since = sql.placeholder('since');
    return db
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
  const byPlace = (query: Places, name: string) => {
    const { medidos, bajo2, bajo3 } = figureOfPlace;
    return db
      .select({ provincia, canton, ...countsOf(medidos, bajo2, bajo3) })
      .from(currentFigures(figureOfPlace, [medidos, bajo2, bajo3], { query, byCanton: true }))
      .groupBy(provincia, canton)
      .having(sql`sum(${figureColumn('medidos')}) > 0`)
      .prepare(name);
  };

  return {
    /** The latest control of every child by province and canton, and its last control of each month. Cantons with the highest share first. */
    async stunting(query: Places) {
      const since = addMonths(`${now().slice(0, 7)}-01`, 1 - MONTHS_SHOWN);
      const counted = await statements('talla_lugares', query, byPlace).execute();
      const months = await statements('talla_meses', query, byMonth).execute({ since });
      const rows = counted.map((row) => ({ ...row, provincia: row.provincia || provinceOf(row.canton) }));
      const [general = { n: 0, bajo2: 0, bajo3: 0 }] = sumBy(rows, () => '', COUNTS);
      const provinces = sumBy(rows, ({ provincia }) => provincia, COUNTS).filter(({ provincia }) => provincia);
      const cantons = sumBy(rows, cantonKey, COUNTS).filter(({ canton }) => canton);
      return {
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
