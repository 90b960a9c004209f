import { isNotNull, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export type PasswordFrom = 'persona' | 'administrador' | 'programa';

/** A deleted user stays inactive, since records name it; its cedula and email are free again. */
export const usuario = pgTable(
  'usuario',
  {
    _id: uuid('_id').primaryKey(),
    orden: bigint('orden', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    version: integer('version').notNull().default(1),
    nombre: text('nombre').notNull(),
    apellido: text('apellido').notNull(),
    cedula: text('cedula').notNull(),
    email: text('email').notNull(),
    busqueda: text('busqueda').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** `programa` for the password of the first administrator. */
    passwordFrom: text('password_from').$type<PasswordFrom>().notNull().default('persona'),
    /** Sessions of earlier epochs have ended. */
    sessionEpoch: integer('session_epoch').notNull().default(1),
    /** The number of the account's last change of name or cédula among those of all accounts; null if it had none. */
    renombrado: bigint('renombrado', { mode: 'number' }),
    activo: boolean('activo').notNull().default(true),
    fechaRegistro: timestamp('fecha_registro', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    uniqueIndex('usuario_cedula_activo').on(table.cedula).where(sql`activo`),
    uniqueIndex('usuario_email_activo').on(table.email).where(sql`activo`),
    index('usuario_renombrado').on(table.renombrado).where(isNotNull(table.renombrado)),
    index('usuario_orden').on(table.fechaRegistro.desc().nullsFirst(), table.orden.desc().nullsFirst()),
  ],
);

export const rol = pgTable('rol', {
  _id: uuid('_id').primaryKey(),
  name: text('name').notNull().unique(),
});

export const usuarioRol = pgTable(
  'usuario_rol',
  {
    usuarioId: uuid('usuario_id')
      .notNull()
      .references(() => usuario._id),
    rolId: uuid('rol_id')
      .notNull()
      .references(() => rol._id),
  },
  (table) => [primaryKey({ columns: [table.usuarioId, table.rolId] }), index('usuario_rol_rol').on(table.rolId)],
);

/** Valid while the row exists, has the epoch of its user and has not expired. */
export const session = pgTable(
  'session',
  {
    _id: uuid('_id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => usuario._id),
    epoch: integer('epoch').notNull(),
    /** Generation of the token: a renewal makes the next one; the previous one ends when that is used. */
    generation: integer('generation').notNull().default(1),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true, precision: 3 }),
    renewedAt: timestamp('renewed_at', { withTimezone: true, precision: 3 }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true, precision: 3 }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true, precision: 3 }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true, precision: 3 }).notNull(),
    address: text('address').notNull(),
    device: text('device').notNull(),
    equipo: uuid('equipo'),
  },
  (table) => [index('session_user').on(table.userId, table.epoch), index('session_ends').on(table.endsAt)],
);

/** Counted attempts by subject, shared by all processes; failed sign-ins gave the table its name. */
export const countedTry = pgTable(
  'signin_failure',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    subject: text('subject').notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    keptUntil: timestamp('kept_until', { withTimezone: true, precision: 3 })
      .notNull()
      .default(sql`now() + interval '15 minutes'`),
  },
  (table) => [
    index('signin_failure_subject').on(table.subject, table.at),
    index('signin_failure_kept').on(table.keptUntil),
  ],
);
