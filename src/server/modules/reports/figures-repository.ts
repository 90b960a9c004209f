import { eq, ne, sql } from 'drizzle-orm';
import { MALNOURISHED } from '#domain/growth/status.ts';
import { malnutritionRate, meanWeight } from '#domain/reports/figures.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { provinceOf } from '#domain/territory.ts';
import type { Db } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/counting.ts';
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

interface MonthOfControls {
  mes: string;
  controles: number;
}

export type FiguresRepository = ReturnType<typeof createFiguresRepository>;

export function createFiguresRepository(db: Db) {
  const { ninos, estado, masculino, femenino, controles, peso } = figureOfPlace;
  const statements = createFigureStatements();

  const months = (query: Places) => {
    const rows = sql`select to_char(${figureColumn('mes')}, 'YYYY-MM') as mes, sum(${figureColumn('controles')}) as controles
      from ${currentFigures(figureOfMonth, [figureOfMonth.mes, figureOfMonth.controles], { query })}
      group by ${figureColumn('mes')} having sum(${figureColumn('controles')}) > 0`;
    return sql<MonthOfControls[]>`(select coalesce(json_agg(each order by each.mes), '[]') from (${rows}) as each)`;
  };

  const dashboardOf = (query: Places, name: string) =>
    db
      .select({
        total: sumOfFigure(ninos),
        desnutricion: sumOfFigure(ninos, eq(figureColumn('estado'), MALNOURISHED)),
        meses: months(query),
      })
      .from(currentFigures(figureOfPlace, [estado, ninos], { query }))
      .prepare(name);

  const sexesOf = (query: Places, name: string) =>
    db
      .select({ masculino: sumOfFigure(masculino), femenino: sumOfFigure(femenino) })
      .from(currentFigures(figureOfPlace, [masculino, femenino], { query }))
      .prepare(name);

  const [canton, provincia] = [sql<string>`${figureColumn('canton')}`, sql<string>`${figureColumn('provincia')}`];
  const weightsOf = (query: Places, name: string) =>
    db
      .select({ canton, provincia, sum: sumOfFigure(peso), controles: sumOfFigure(controles) })
      .from(currentFigures(figureOfPlace, [controles, peso], { query, by: 'canton' }))
      .where(ne(canton, ''))
      .groupBy(canton, provincia)
      .having(sql`sum(${figureColumn('controles')}) > 0`)
      .prepare(name);

  return {
    async dashboard(query: Places) {
      const { total, desnutricion, meses } = onlyRow(await statements('tablero', query, dashboardOf).execute());
      return {
        total,
        desnutricion,
        tasa: malnutritionRate(desnutricion, total),
        controlesPorMes: meses.map(({ mes, controles }) => ({ mes, etiqueta: monthLabel(mes), controles })),
      };
    },

    async bySex(query: Places) {
      return onlyRow(await statements('genero', query, sexesOf).execute());
    },

    /** Mean of all controls of the children of a canton; cantons with the same name are told apart by their province. */
    async weightByCanton(query: Places) {
      const rows = await statements('peso_canton', query, weightsOf).execute();
      // A child may have a canton without a province, which the canton then determines.
      const placed = rows.map((row) => ({ ...row, provincia: row.provincia || provinceOf(row.canton) }));
      return sumBy(placed, cantonKey, ['sum', 'controles'])
        .sort(
          (a, b) => spanishCollator.compare(a.canton, b.canton) || spanishCollator.compare(a.provincia, b.provincia),
        )
        .map(({ sum, ...row }) => ({ ...row, promedio: meanWeight(sum, row.controles) }));
    },
  };
}
