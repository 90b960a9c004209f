import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { PublicKey } from '#domain/exchange/public-keys.ts';
import type { SystemPlace } from '#domain/exchange/system-fields.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The systems that may read the data exchange. A revoked one stays, since the journal names it. */
export const systemTable = pgTable(
  'sistema',
  {
    /** Its client id too. */
    _id: uuid('_id').primaryKey(),
    version: integer('version').notNull().default(1),
    nombre: text('nombre').notNull(),
    /** Folded (no case, no accents), for the search in the journal. */
    busqueda: text('busqueda').notNull(),
    llaves: jsonb('llaves').$type<readonly PublicKey[]>().notNull(),
    /** Grows with other keys; tokens that were given before have ended. */
    epoca: integer('epoca').notNull().default(1),
    alcances: text('alcances').array().notNull(),
    /** Null for the whole country. */
    lugares: jsonb('lugares').$type<readonly SystemPlace[]>(),
    hasta: date('hasta', { mode: 'string' }),
    revocado: instant('revocado'),
    ultimoUso: instant('ultimo_uso'),
    fechaRegistro: instant('fecha_registro').notNull(),
  },
  ({ nombre }) => [check('sistema_nombre_check', sql`char_length(${nombre}) between 1 and 120`)],
);

/** The assertions that systems have signed in with, so that each is accepted once; kept until they expire. */
export const usedAssertion = pgTable(
  'sistema_aserto',
  {
    sistema: uuid('sistema')
      .notNull()
      .references(() => systemTable._id, { onDelete: 'cascade' }),
    /** SHA-256 in base64url of the `jti`. */
    huella: text('huella').notNull(),
    hasta: instant('hasta').notNull(),
  },
  ({ sistema, huella, hasta }) => [primaryKey({ columns: [sistema, huella] }), index('sistema_aserto_hasta').on(hasta)],
);
