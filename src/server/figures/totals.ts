import { eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, startOfDay } from '#domain/calendar.ts';
import type { Db } from '#server/db/connect.ts';
import { LEVELS } from '#server/db/figure-tables.ts';
import { figureOfCreator, figureOfDay, figureOfPlace } from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';
import type { Computed } from '#server/lists/totals.ts';
import { inKept, keptOf, keptOfDays, levelOf, type Places, summed } from './kept.ts';

/** What is counted by place, and by the day on which it was recorded. */
export type Recorded = 'ninos' | 'conVacunas' | 'mujeres' | 'controles' | 'vacunas';
/** Of children what is counted by place alone. */
type OfChildren = 'masculino' | 'femenino' | 'conControl' | 'medidos' | 'bajo2' | 'bajo3' | 'discrepancias';

export interface Days {
  desde?: string | undefined;
  hasta?: string | undefined;
}

/** Days, both inside. */
export const within = (column: PgColumn, days: Days | null): SQL[] => [
  ...(days?.desde ? [gte(column, days.desde)] : []),
  ...(days?.hasta ? [lte(column, days.hasta)] : []),
];

/** A sum of kept figures. */
export const totalOf = (column: PgColumn, kept: () => SQL): Computed => ({
  by: 'figures',
  sum: () => sql<number>`(select ${summed(column)} from ${kept()})`.mapWith(Number),
});

/** How many there are in some place; of children also by status. */
export function totalOfPlace(name: Recorded | OfChildren, query: Places): Computed {
  const column = figureOfPlace[name];
  const narrowed = ({ estado }: Record<string, PgColumn>) =>
    estado ? filterConditions({ estado }, ['estado'], query) : [];
  return totalOf(column, () => keptOf(figureOfPlace, [column], { query, narrowed }));
}

/**
 * How many there are of what was recorded in some place or on some days; nothing where that is not kept: of words that are searched,
 * and of days in one place. What else narrows a list is the caller's to know.
 */
export function totalRecorded(name: Recorded, query: Places & Days & { q?: string | undefined }) {
  if (query.q) return undefined;
  if (!query.desde && !query.hasta) return totalOfPlace(name, query);
  if (levelOf(query) > LEVELS.nation) return undefined;
  const column = figureOfDay[name];
  return totalOf(column, () => keptOfDays([column], ({ dia }) => (dia ? within(dia, query) : [])));
}

/** How many somebody recorded. */
export function totalOfCreator(name: 'ninos' | 'mujeres', creator: string): Computed {
  const column = figureOfCreator[name];
  return totalOf(column, () =>
    keptOf(figureOfCreator, [column], { narrowed: ({ creador }) => [creador && eq(creador, creator)] }),
  );
}

/** Fewer rows than these are passed over sooner than it is found out where to begin. */
const NEAR = 1_000;

/**
 * Where a page deep in a list begins that has everything recorded of a kind, the newest first: only what was recorded before an instant
 * needs to be read, and of that fewer rows passed over than a day has.
 */
export async function startOfPage(
  db: Db,
  name: Recorded,
  offset: number,
): Promise<{ before?: string | undefined; offset: number }> {
  if (offset < NEAR) return { offset };
  const { dia } = figureOfDay;
  const column = figureOfDay[name];
  const upTo = sql<number>`sum(${summed(column)}) over (order by ${inKept(dia.name)} desc)`.mapWith(Number);
  const days = db
    .select({ dia: sql<string>`${inKept(dia.name)}`.as('dia'), own: summed(column).as('own'), upTo: upTo.as('up_to') })
    .from(keptOfDays([dia, column], () => []))
    .groupBy(inKept(dia.name))
    .as('days');
  const [first] = await db
    .select({ dia: sql<string>`${days.dia}::text`, passed: sql<number>`${days.upTo} - ${days.own}`.mapWith(Number) })
    .from(days)
    .where(gt(days.upTo, offset))
    .orderBy(days.upTo)
    .limit(1);
  // Beyond the end, as it is now.
  if (!first) return { offset };
  return { before: startOfDay(addDays(first.dia, 1)), offset: offset - first.passed };
}
