import { type SQL, sql } from 'drizzle-orm';
import { customType, index, type PgColumn, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { usuario } from './user-tables.ts';

const BOOKLET_TABLES = ['libreta', 'libreta_salida', 'sync_epoca'] as const;
/** What no copy holds: what is known from the booklets themselves, and which rules servers run with. */
export const DERIVED_TABLES = [...BOOKLET_TABLES, 'rules_in_use'] as const;
/** Where rows came without triggers, what is known from booklets is begun anew. */
export const FORGET_BOOKLETS = `truncate ${BOOKLET_TABLES.join(', ')}`;

/** A transaction of PostgreSQL, 64 bits, as text. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** To whom a booklet was handed over; empty while it is with who recorded it. */
export const custodyColumn = () => ({ custodio: uuid('custodio').references(() => usuario._id) });

/** The columns of any woman's or child's table that say whose booklet it is; also while the table is being declared. */
interface OfCustody {
  readonly custodio: unknown;
  readonly createdBy: unknown;
}

/** Whose booklet it is now: who sees it, and who is asked to visit. The author of each record stays its author. */
export const custodianOf = ({ custodio, createdBy }: OfCustody): SQL<string> =>
  sql<string>`coalesce(${custodio as PgColumn}, ${createdBy as PgColumn})`;

/**
 * Every woman or child once, with the transaction that last changed the person or a record. Kept by triggers; what follows from the day
 * alone is no change.
 */
export const libreta = pgTable(
  'libreta',
  {
    persona: uuid('persona').primaryKey(),
    tipo: text('tipo').notNull(),
    custodio: uuid('custodio').notNull(),
    /** Province and canton, `CHIMBORAZO/COLTA`: names of cantons repeat. */
    canton: text('canton').notNull(),
    cambio: transactionId('cambio').notNull(),
  },
  ({ persona, custodio, canton, cambio }) => [
    index('libreta_custodio').on(custodio, cambio, persona),
    index('libreta_canton').on(canton, cambio, persona),
  ],
);

/** Who left a scope (`u:` and a user's id, `c:` and a canton), so that a device that has the booklet gives it up. */
export const libretaSalida = pgTable(
  'libreta_salida',
  {
    ambito: text('ambito').notNull(),
    persona: uuid('persona').notNull(),
    cambio: transactionId('cambio').notNull(),
    momento: timestamp('momento', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  ({ ambito, persona, cambio, momento }) => [
    primaryKey({ columns: [ambito, persona] }),
    index('libreta_salida_ambito').on(ambito, cambio, persona),
    index('libreta_salida_momento').on(momento),
  ],
);

/** The one life of transaction numbers that cursors speak of: of a database system and, after a failover, of a timeline. */
export const syncEpoca = pgTable('sync_epoca', {
  epoca: uuid('epoca').primaryKey(),
  sistema: text('sistema').notNull(),
  linea: text('linea').notNull(),
  /** Departures up to this transaction are forgotten. */
  podado: transactionId('podado').notNull(),
});
