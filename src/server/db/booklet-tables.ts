import { type SQL, sql } from 'drizzle-orm';
import { customType, index, type PgColumn, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { usuario } from './user-tables.ts';

const BOOKLET_TABLES = ['libreta', 'libreta_salida', 'sync_epoca'] as const;
/** Not in copies: what is derived from booklets, the rules of running servers, and exports, which live for a day. */
export const DERIVED_TABLES = [
  ...BOOKLET_TABLES,
  'person_search',
  'rules_in_use',
  'fhir_exportacion',
  'fhir_exportacion_parte',
] as const;
/** Needed after rows were loaded without triggers: the server rebuilds the content when it starts. */
export const TRUNCATE_BOOKLET_TABLES = `truncate ${BOOKLET_TABLES.join(', ')}`;

export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

export const custodyColumn = () => ({ custodio: uuid('custodio').references(() => usuario._id) });

interface CustodyColumns {
  readonly custodio: unknown;
  readonly createdBy: unknown;
}

/** The current custodian; the author of a record stays its author. */
export const custodianOf = ({ custodio, createdBy }: CustodyColumns): SQL<string> =>
  sql<string>`coalesce(${custodio as PgColumn}, ${createdBy as PgColumn})`;

/** One row for each woman or child, with the transaction that last changed the person or a record; maintained by triggers. */
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

/** Departures of booklets from a scope (`u:` and a user's id, `c:` and a canton), so that devices remove them. */
export const departureTable = pgTable(
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

/** One life of transaction numbers: of a database system and, after a failover, of a timeline. */
export const epochTable = pgTable('sync_epoca', {
  epoca: uuid('epoca').primaryKey(),
  sistema: text('sistema').notNull(),
  linea: text('linea').notNull(),
  /** Departures up to this transaction are deleted. */
  podado: transactionId('podado').notNull(),
});
