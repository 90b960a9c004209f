import { isNull } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { COUNT_NAMES, type CountName } from '#domain/quality/counts.ts';
import { snakeCase } from './record-table.ts';

const count = (name: CountName) => bigint(snakeCase(name), { mode: 'number' }).notNull();
const counts = Object.fromEntries(COUNT_NAMES.map((name) => [name, count(name)])) as Record<
  CountName,
  ReturnType<typeof count>
>;

/** How well was measured: counts of the controls that one account recorded in one place and month. */
export const measuringOfMonth = pgTable(
  'measuring_of_month',
  {
    lugar: integer('lugar').notNull(),
    creador: uuid('creador').notNull(),
    mes: date('mes', { mode: 'string' }).notNull(),
    /** The fingerprint of the rules by which the counts were computed. */
    reglas: integer('reglas').notNull(),
    /** Controls by day of the month, the first day first. */
    dias: integer('dias').array().notNull(),
    /** The largest of `dias`: it spares a report the days of those who never measured many. */
    masEnUnDia: integer('mas_en_un_dia').notNull(),
    ...counts,
  },
  ({ lugar, creador, mes, reglas }) => [
    primaryKey({ columns: [lugar, creador, mes] }),
    index('measuring_of_month_creador').on(creador, mes),
    index('measuring_of_month_mes').on(mes),
    index('measuring_of_month_reglas').on(reglas),
  ],
);

/** What is to be counted anew: a control, all controls of a child, or one row of `measuring_of_month` (without `parentId`). */
export const measuringChange = pgTable(
  'measuring_change',
  {
    parentId: uuid('parent_id'),
    creador: uuid('creador'),
    lugar: integer('lugar'),
    fecha: date('fecha', { mode: 'string' }),
  },
  // A save writes no entry into it.
  ({ parentId, creador, lugar, fecha }) => [
    index('measuring_change_grupo').on(creador, lugar, fecha).where(isNull(parentId)),
  ],
);
