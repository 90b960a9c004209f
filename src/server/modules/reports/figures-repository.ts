import { and, count, eq, ne, type SQL, sql } from 'drizzle-orm';
import { MALNOURISHED } from '#domain/growth/malnutrition.ts';
import { malnutritionRate, meanWeight } from '#domain/reports/figures.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { provinceOf } from '#domain/territory.ts';
import type { Db } from '#server/db/connect.ts';
import { howMany } from '#server/db/counting.ts';
import { control, nino } from '#server/db/schema.ts';
import { byName, cantonKey, placeConditions } from './places.ts';
import { sumBy } from './sum-by.ts';

type Places = Record<string, unknown>;

export type FiguresRepository = ReturnType<typeof createFiguresRepository>;

/** The figures of the dashboard and its charts, counted by the database. */
export function createFiguresRepository(db: Db) {
  const monthlyControls = async (places: SQL[]) => {
    // By day first: an index tells the days apart sooner than the names of their months could be formed.
    const ofDays = db
      .select({ fecha: control.fecha, controles: count().as('controles') })
      .from(control)
      .$dynamic();
    const days = (places.length > 0 ? ofDays.innerJoin(nino, eq(nino._id, control.parentId)) : ofDays)
      .where(and(...places))
      .groupBy(control.fecha)
      .as('dias');
    const mes = sql<string>`to_char(${days.fecha}, 'YYYY-MM')`;
    const rows = await db
      .select({ mes, controles: sql<number>`sum(${days.controles})`.mapWith(Number) })
      .from(days)
      .groupBy(sql`1`)
      .orderBy(sql`1`);
    return rows.map(({ mes, controles }) => ({ mes, etiqueta: monthLabel(mes), controles }));
  };

  return {
    async dashboard(query: Places) {
      const places = placeConditions(nino, query);
      const [row] = await db
        .select({ total: count(), desnutricion: howMany(eq(nino.estado, MALNOURISHED)) })
        .from(nino)
        .where(and(...places));
      const { total = 0, desnutricion = 0 } = row ?? {};
      const tasa = malnutritionRate(desnutricion, total);
      return { total, desnutricion, tasa, controlesPorMes: await monthlyControls(places) };
    },

    async bySex(query: Places) {
      const [row] = await db
        .select({ masculino: howMany(eq(nino.sexo, 'MASCULINO')), femenino: howMany(eq(nino.sexo, 'FEMENINO')) })
        .from(nino)
        .where(and(...placeConditions(nino, query)));
      return { masculino: row?.masculino ?? 0, femenino: row?.femenino ?? 0 };
    },

    /** Mean of all control records of the canton's children. Of two cantons with one name, each is in its province. */
    async weightByCanton(query: Places) {
      const { canton, provincia } = nino;
      const rows = await db
        .select({
          canton: sql<string>`${canton}`,
          provincia: sql<string>`${provincia}`,
          sum: sql<number>`sum(${control.peso} * 100)`.mapWith(Number),
          controles: count(),
        })
        .from(control)
        .innerJoin(nino, eq(nino._id, control.parentId))
        .where(and(ne(canton, ''), ...placeConditions(nino, query)))
        .groupBy(canton, provincia);
      // A child may have a canton without its province: it is that canton's child all the same.
      const placed = rows.map((row) => ({ ...row, provincia: row.provincia || provinceOf(row.canton) }));
      return sumBy(placed, cantonKey, ['sum', 'controles'])
        .sort((a, b) => byName.compare(a.canton, b.canton) || byName.compare(a.provincia, b.provincia))
        .map(({ sum, ...row }) => ({ ...row, promedio: meanWeight(sum, row.controles) }));
    },
  };
}
