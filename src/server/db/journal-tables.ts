import { sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Action } from '#domain/journal/journal.ts';

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});

/**
 * Who did what to whom. Nothing in it is ever changed: a trigger refuses it, and where the application has a role of its own it may not.
 * Only the content of a person who is erased goes, by the function `journal_erase`. `seq` is not the order of commits.
 */
export const journal = pgTable(
  'journal',
  {
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    action: text('action').$type<Action>().notNull(),
    kind: text('kind').notNull(),
    /** The record, user or option. */
    about: uuid('about'),
    /** The woman or child to whom it belongs. */
    person: uuid('person'),
    before: jsonb('before'),
    after: jsonb('after'),
    /** Whole rows by table, of whoever was deleted: what brings them back as they were. */
    kept: jsonb('kept'),
    /** The deletion that a restoration undid. */
    undoes: bigint('undoes', { mode: 'number' }),
    /** Goes into the seal with the content, so that what was erased cannot be guessed from it. */
    salt: uuid('salt').defaultRandom(),
    actor: uuid('actor'),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull().default(sql`clock_timestamp()`),
    request: uuid('request'),
    address: text('address'),
    device: text('device'),
  },
  ({ seq, about, person, actor, kind, action, at }) => [
    index('journal_person').on(person, at, seq).where(sql`${person} is not null`),
    index('journal_actor').on(actor, at, seq),
    index('journal_at').on(at, seq),
    // What is rare among all that happens to records.
    index('journal_kind').on(kind, at, seq).where(sql`${person} is null`),
    index('journal_about').on(about).where(sql`${person} is null`),
    index('journal_deleted').on(kind, seq).where(sql`${action} = 'eliminar' and about = person`),
  ],
);

/** The chain over the journal: each link holds the hash of an entry, of its content, and of the link before. */
export const journalSeal = pgTable('journal_seal', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull().unique(),
  /** SHA-256 of salt, before, after and kept. */
  content: bytes('content').notNull(),
  /** SHA-256 of the link before, the position and the entry. */
  hash: bytes('hash').notNull(),
});
