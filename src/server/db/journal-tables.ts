import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Action } from '#domain/journal/journal.ts';

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});

/** Saves and views: most entries. A filter soon finds enough of them, so that no index of them slows a save. */
const FREQUENT_ACTIONS: readonly string[] = ['crear', 'editar', 'ver'] satisfies Action[];
/** Written out, so that a new record type does not change the index: its own entries are in it. */
const FREQUENT_KINDS: readonly string[] = [
  ...['mujer', 'nino', 'etmi', 'controlmujer', 'vacunamujer'],
  ...['rn', 'vacuna', 'tamizaje', 'anemia', 'control'],
];

const isNoneOf = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} not in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
const isRareAction = (action: SQLWrapper) => isNoneOf(action, FREQUENT_ACTIONS);
const isRareKind = (kind: SQLWrapper) => isNoneOf(kind, FREQUENT_KINDS);

/** A trigger refuses changes, and an application role has no right to them. Only `journal_erase` removes content. `seq` is no commit order. */
export const journal = pgTable(
  'journal',
  {
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    action: text('action').$type<Action>().notNull(),
    kind: text('kind').notNull(),
    about: uuid('about'),
    person: uuid('person'),
    before: jsonb('before'),
    after: jsonb('after'),
    /** Whole rows by table of a deleted person, for a restoration. */
    kept: jsonb('kept'),
    undoes: bigint('undoes', { mode: 'number' }),
    /** Sealed with the content, so that erased content cannot be guessed from the seal. */
    salt: uuid('salt').defaultRandom(),
    actor: uuid('actor'),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull().default(sql`clock_timestamp()`),
    request: uuid('request'),
    address: text('address'),
    device: text('device'),
  },
  ({ seq, about, person, actor, kind, action, kept, at }) => [
    index('journal_person').on(person, at, seq).where(sql`${person} is not null`),
    index('journal_actor').on(actor, at, seq),
    index('journal_at').on(at, seq),
    index('journal_tipo').on(kind, at, seq).where(isRareKind(kind)),
    index('journal_accion').on(action, at, seq).where(isRareAction(action)),
    index('journal_about').on(about).where(sql`${person} is null`),
    index('journal_eliminado').on(about).where(sql`${action} = 'eliminar'`),
    // The ids of the rows that a deletion of a person kept.
    index('journal_conservado')
      .using('gin', sql`jsonb_path_query_array(${kept}, '$.*[*]._id')`)
      .where(sql`${action} = 'eliminar' and kept is not null`),
    index('journal_deleted').on(kind, seq).where(sql`${action} = 'eliminar' and about = person`),
  ],
);

/** Written like the predicate of its index, so that the index is used. */
export const hasAction = (action: Action): SQL | undefined =>
  and(eq(journal.action, action), FREQUENT_ACTIONS.includes(action) ? undefined : isRareAction(journal.action));

/** As {@link hasAction}. */
export const hasKind = (kind: string): SQL | undefined =>
  and(eq(journal.kind, kind), FREQUENT_KINDS.includes(kind) ? undefined : isRareKind(journal.kind));

/** The hash chain over the journal: each link covers an entry, its content and the link before. */
export const journalSeal = pgTable('journal_seal', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull().unique(),
  content: bytes('content').notNull(),
  hash: bytes('hash').notNull(),
});
