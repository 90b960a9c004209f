import { eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, startOfDay } from '#domain/calendar.ts';
import type { Db } from '#server/db/connect.ts';
import { LEVELS } from '#server/db/figure-tables.ts';
import { figureOfCreator, figureOfDay, figureOfPlace } from '#server/db/schema.ts';
import { filterConditions } from '#server/lists/conditions.ts';
import type { Computed } from '#server/lists/totals.ts';
import {
  currentDayFigures,
  currentFigures,
  figureColumn,
  levelOf,
  type Places,
  sumOfFigure,
} from './current-figures.ts';

export type Recorded = 'ninos' | 'conVacunas' | 'mujeres' | 'controles' | 'vacunas';
type OfChildren = 'masculino' | 'femenino' | 'conControl' | 'medidos' | 'bajo2' | 'bajo3' | 'discrepancias';

export interface Days {
  desde?: string | undefined;
  hasta?: string | undefined;
}

export const withinDays = (column: PgColumn, days: Days | null): SQL[] => [
  ...(days?.desde ? [gte(column, days.desde)] : []),
  ...(days?.hasta ? [lte(column, days.hasta)] : []),
];

export const totalOf = (column: PgColumn, kept: () => SQL): Computed => ({
  by: 'figures',
  sum: () => sql<number>`(select ${sumOfFigure(column)} from ${kept()})`.mapWith(Number),
});

export function totalOfPlace(name: Recorded | OfChildren, query: Places): Computed {
  const column = figureOfPlace[name];
  const narrowed = ({ estado }: Record<string, PgColumn>) =>
    estado ? filterConditions({ estado }, ['estado'], query) : [];
  return totalOf(column, () => currentFigures(figureOfPlace, [column], { query, narrowed }));
}

/** Undefined where no figure exists: for searched words, and for days in one place. The caller must exclude other filters. */
export function totalRecorded(name: Recorded, query: Places & Days & { q?: string | undefined }) {
  if (query.q) return undefined;
  if (!query.desde && !query.hasta) return totalOfPlace(name, query);
  if (levelOf(query) > LEVELS.nation) return undefined;
  const column = figureOfDay[name];
  return totalOf(column, () => currentDayFigures([column], ({ dia }) => (dia ? withinDays(dia, query) : [])));
}

export function totalOfCreator(name: 'ninos' | 'mujeres', creator: string): Computed {
  const column = figureOfCreator[name];
  return totalOf(column, () =>
    currentFigures(figureOfCreator, [column], { narrowed: ({ creador }) => [creador && eq(creador, creator)] }),
  );
}

/** Skipping fewer rows than this is faster than finding out where to begin. */
const MIN_OFFSET = 1_000;

/** Finds the day in which a page deep in the list of everything recorded begins, so that fewer rows than a day has are skipped. */
export async function startOfPage(
  db: Db,
  name: Recorded,
  offset: number,
): Promise<{ before?: string | undefined; offset: number }> {
  if (offset < MIN_OFFSET) return { offset };
  const { dia } = figureOfDay;
  const column = figureOfDay[name];
  const upTo = sql<number>`sum(${sumOfFigure(column)}) over (order by ${figureColumn(dia.name)} desc)`.mapWith(Number);
  const days = db
    .select({
      dia: sql<string>`${figureColumn(dia.name)}`.as('dia'),
      own: sumOfFigure(column).as('own'),
      upTo: upTo.as('up_to'),
    })
    .from(currentDayFigures([dia, column], () => []))
    .groupBy(figureColumn(dia.name))
    .as('days');
  const [first] = await db
    .select({ dia: sql<string>`${days.dia}::text`, passed: sql<number>`${days.upTo} - ${days.own}`.mapWith(Number) })
    .from(days)
    .where(gt(days.upTo, offset))
    .orderBy(days.upTo)
    .limit(1);
  // Beyond the present end.
  if (!first) return { offset };
  return { before: startOfDay(addDays(first.dia, 1)), offset: offset - first.passed };
}
