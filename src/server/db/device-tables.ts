import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { transactionId } from './booklet-tables.ts';
import { usuario } from './user-tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The identity of a device, shared by all accounts on it. */
export const deviceTable = pgTable('equipo', {
  _id: uuid('_id').primaryKey(),
  /** SHA-256 in base64url of the secret that the device made. */
  secreto: text('secreto').notNull(),
  cortado: instant('cortado'),
});

export const vaultTable = pgTable(
  'boveda',
  {
    usuario: uuid('usuario')
      .notNull()
      .references(() => usuario._id),
    equipo: uuid('equipo')
      .notNull()
      .references(() => deviceTable._id),
    /** 32 bytes in base64url, not hashed since the device gets them back; null after a cut-off. */
    llave: text('llave'),
    nombre: text('nombre').notNull(),
    desde: instant('desde').notNull(),
    ultimoContacto: instant('ultimo_contacto').notNull(),
    visita: instant('visita'),
    contactoAnterior: instant('contacto_anterior'),
    /** The change up to which departures were reported to the device; numbers of the present epoch only. */
    avisada: transactionId('avisada'),
    pendientes: integer('pendientes').notNull().default(0),
    /** Keyed hashes of the current ticket, and of the one before it until the current one was used. */
    ficha: text('ficha'),
    fichaAnterior: text('ficha_anterior'),
    fichaHasta: instant('ficha_hasta'),
    epoca: integer('epoca').notNull(),
    cortado: instant('cortado'),
    borrado: instant('borrado'),
  },
  ({ usuario, equipo }) => [primaryKey({ columns: [usuario, equipo] }), index('boveda_equipo').on(equipo)],
);
