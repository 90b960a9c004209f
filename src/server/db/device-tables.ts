import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { transactionId } from './booklet-tables.ts';
import { usuario } from './user-tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What a device is known by, whoever uses it. */
export const equipo = pgTable('equipo', {
  _id: uuid('_id').primaryKey(),
  /** SHA-256 of the secret that it made itself, base64url. */
  secreto: text('secreto').notNull(),
  /** When all of it was cut off, for ever. */
  cortado: instant('cortado'),
});

/** What somebody keeps on a device: what opens it with the server's help, and what is known of it. */
export const boveda = pgTable(
  'boveda',
  {
    usuario: uuid('usuario')
      .notNull()
      .references(() => usuario._id),
    equipo: uuid('equipo')
      .notNull()
      .references(() => equipo._id),
    /** 32 bytes, base64url, as they are: they are given back. Gone once it was cut off. */
    llave: text('llave'),
    nombre: text('nombre').notNull(),
    desde: instant('desde').notNull(),
    ultimoContacto: instant('ultimo_contacto').notNull(),
    /** When the present visit to the server began; contacts within some hours are one visit … */
    visita: instant('visita'),
    /** … and the last contact before it. */
    contactoAnterior: instant('contacto_anterior'),
    /** Up to which change the device was told which booklets are no longer there. Numbers of the present epoch only. */
    avisada: transactionId('avisada'),
    /** As the device last said. */
    pendientes: integer('pendientes').notNull().default(0),
    /** A keyed hash of the present renewal ticket, and of the one before while the present one has not come. */
    ficha: text('ficha'),
    fichaAnterior: text('ficha_anterior'),
    fichaHasta: instant('ficha_hasta'),
    /** The tickets end with the sessions of this epoch. */
    epoca: integer('epoca').notNull(),
    cortado: instant('cortado'),
    /** When the device was first told to wipe it. */
    borrado: instant('borrado'),
  },
  ({ usuario, equipo }) => [primaryKey({ columns: [usuario, equipo] }), index('boveda_equipo').on(equipo)],
);
