import { and, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addMonths, today } from '#domain/calendar.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { prevalence } from '#domain/reports/prevalence.ts';
import { provinceOf } from '#domain/territory.ts';
import type { Db } from '#server/db/connect.ts';
import { howMany } from '#server/db/counting.ts';
import { control, nino } from '#server/db/schema.ts';
import { byName, cantonKey, placeConditions } from './places.ts';
import { sumBy } from './sum-by.ts';

const MONTHS_SHOWN = 24;

interface Counted {
  n: number;
  bajo2: number;
  bajo3: number;
}

/** Who was measured, and of them who lies below −2 and below −3; flagged values are null and so left out. */
const countsOf = (ztalla: PgColumn) => ({
  n: sql<number>`count(${ztalla})`.mapWith(Number),
  bajo2: howMany(sql`${ztalla} < -2`),
  bajo3: howMany(sql`${ztalla} < -3`),
});

const shares = ({ n, bajo2, bajo3 }: Counted) => ({ n, bajo: prevalence(bajo2, n), severa: prevalence(bajo3, n) });

const COUNTS = ['n', 'bajo2', 'bajo3'] as const;

export type StuntingRepository = ReturnType<typeof createStuntingRepository>;

/** Prevalence of low length for age by the WHO standards. */
export function createStuntingRepository(db: Db, now: () => string = today) {
  const byMonth = (places: SQL[]) => {
    const month = sql<string>`to_char(${control.fecha}, 'YYYY-MM')`;
    const since = addMonths(`${now().slice(0, 7)}-01`, 1 - MONTHS_SHOWN);
    const rows = db
      .select({ mes: month, ...countsOf(control.ztalla) })
      .from(control)
      .$dynamic();
    return (places.length > 0 ? rows.innerJoin(nino, eq(nino._id, control.parentId)) : rows)
      .where(and(eq(control.ultimoDelMes, true), gte(control.fecha, since), ...places))
      .groupBy(sql`1`)
      .orderBy(sql`1`);
  };

  return {
    /**
     * Of every child its latest control, altogether, by province and by canton; and of the last 24 months every child's
     * last control of each month. Cantons with the highest share first.
     */
    async stunting(query: Record<string, unknown>) {
      const places = placeConditions(nino, query);
      const counted = await db
        .select({
          provincia: sql<string>`${nino.provincia}`,
          canton: sql<string>`${nino.canton}`,
          ...countsOf(nino.ztalla),
        })
        .from(nino)
        .where(and(isNotNull(nino.ztalla), ...places))
        .groupBy(nino.provincia, nino.canton);
      const rows = counted.map((row) => ({ ...row, provincia: row.provincia || provinceOf(row.canton) }));
      const [general = { n: 0, bajo2: 0, bajo3: 0 }] = sumBy(rows, () => '', COUNTS);
      const provinces = sumBy(rows, ({ provincia }) => provincia, COUNTS).filter(({ provincia }) => provincia);
      const cantons = sumBy(rows, cantonKey, COUNTS).filter(({ canton }) => canton);
      return {
        general: shares(general),
        provincias: provinces
          .map((row) => ({ provincia: row.provincia, ...shares(row) }))
          .sort((a, b) => byName.compare(a.provincia, b.provincia)),
        cantones: cantons
          .map((row) => ({ provincia: row.provincia, canton: row.canton, ...shares(row) }))
          .sort(
            (a, b) =>
              (b.bajo.porcentaje ?? 0) - (a.bajo.porcentaje ?? 0) || b.n - a.n || byName.compare(a.canton, b.canton),
          ),
        meses: (await byMonth(places)).map(({ mes, ...counts }) => ({
          mes,
          etiqueta: monthLabel(mes),
          ...shares(counts),
        })),
      };
    },
  };
}
