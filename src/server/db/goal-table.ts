import { type SQL, sql } from 'drizzle-orm';
import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { GOAL_FIELDS } from '#domain/goals/goal-fields.ts';
import { fieldChecks, fieldColumns } from './record-table.ts';

/** The goals of the first thousand days, as administrators keep them. */
export const goalTable = pgTable(
  'meta',
  {
    _id: uuid('_id').primaryKey(),
    version: integer('version').notNull().default(1),
    ...fieldColumns(GOAL_FIELDS),
  },
  () => fieldChecks({ key: 'meta', fields: GOAL_FIELDS }),
);

/** The first day of the pregnancy by one screening; the same expression as the index `etmi_inicio`. */
export const pregnancyStartOf = (etmi: { fechaRealizacion: unknown; semanaGestacion: unknown }): SQL<string> =>
  sql<string>`(${etmi.fechaRealizacion} - 7 * ${etmi.semanaGestacion})`;
