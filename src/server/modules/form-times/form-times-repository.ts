import { gte, sql } from 'drizzle-orm';
import { addMonths, dayOf, today } from '#domain/calendar.ts';
import type { FormTimes } from '#domain/calls/form-times.ts';
import { classOfTime, timeQuantile } from '#domain/reports/form-times.ts';
import type { Db } from '#server/db/connect.ts';
import { formTime } from '#server/db/schema.ts';

const MONTHS = 12;

export interface TakenTime {
  readonly tipo: string;
  readonly seconds: number;
  /** `YYYY-MM`. */
  readonly mes: string;
}

const monthOf = (day: string) => day.slice(0, 7);

const firstMonth = () => monthOf(addMonths(today(), 1 - MONTHS));

/** @param written when a device wrote the record; a month that is not shown, as of a wrong clock, counts as this one */
export function takenTime(tipo: string, seconds: number, written?: string): TakenTime {
  const current = monthOf(today());
  const mes = written === undefined ? current : monthOf(dayOf(written));
  return { tipo, seconds, mes: mes >= firstMonth() && mes <= current ? mes : current };
}

/** Adds times to their classes, each class once: two of one statement would conflict. */
export async function storeTimes(db: Db, times: readonly TakenTime[]): Promise<void> {
  const counts = new Map<string, typeof formTime.$inferInsert>();
  for (const { tipo, seconds, mes } of times) {
    const clase = classOfTime(seconds);
    const key = `${mes} ${tipo} ${clase}`;
    counts.set(key, { tipo, mes, clase, registros: (counts.get(key)?.registros ?? 0) + 1 });
  }
  // Servers that write the same classes at the same time take their locks in the same order.
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (rows.length === 0) return;
  await db
    .insert(formTime)
    .values(rows)
    .onConflictDoUpdate({
      target: [formTime.mes, formTime.tipo, formTime.clase],
      set: { registros: sql`${formTime.registros} + excluded.registros` },
    });
}

async function readTimes(db: Db): Promise<FormTimes[]> {
  const rows = await db.select().from(formTime).where(gte(formTime.mes, firstMonth()));
  const groups = new Map<string, { tipo: string; mes: string; counts: Map<number, number> }>();
  for (const { tipo, mes, clase, registros } of rows) {
    const key = `${mes} ${tipo}`;
    const group = groups.get(key) ?? { tipo, mes, counts: new Map<number, number>() };
    group.counts.set(clase, registros);
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => (a.mes === b.mes ? (a.tipo < b.tipo ? -1 : 1) : a.mes > b.mes ? -1 : 1))
    .map(({ tipo, mes, counts }) => ({
      tipo,
      mes,
      registros: [...counts.values()].reduce((sum, count) => sum + count, 0),
      mediana: timeQuantile(counts, 0.5),
      p90: timeQuantile(counts, 0.9),
    }));
}

export type FormTimesRepository = ReturnType<typeof createFormTimesRepository>;

export const createFormTimesRepository = (db: Db) => ({
  /** The last twelve months, the newest first, by record type. */
  lastYear: () => readTimes(db),
});
