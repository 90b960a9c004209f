import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/** How long forms were open until they were saved: counts by record type, month and class of time. Nobody is named. */
export const formTime = pgTable(
  'form_time',
  {
    tipo: text('tipo').notNull(),
    /** `YYYY-MM`, in Guayaquil. */
    mes: text('mes').notNull(),
    clase: smallint('clase').notNull(),
    registros: bigint('registros', { mode: 'number' }).notNull(),
  },
  ({ tipo, mes, clase }) => [primaryKey({ columns: [mes, tipo, clase] })],
);
