import { type SQL, type SQLWrapper, sql, type WithSubquery } from 'drizzle-orm';
import type { Action } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { journal } from '#server/db/schema.ts';
import type { Doer } from './doer.ts';

type Content = Readonly<Record<string, unknown>> | SQL | null;

/** What happened; ids and contents that the database knows come as SQL. */
export interface Entry {
  readonly action: Action;
  readonly kind: string;
  readonly about?: string | SQL | null;
  readonly person?: string | SQL | null;
  readonly before?: Content;
  readonly after?: Content;
  readonly kept?: SQL;
  readonly undoes?: number;
  /** When it happened, of what is written later. */
  readonly at?: Date;
}

const COLUMNS = [
  journal.action,
  journal.kind,
  journal.about,
  journal.person,
  journal.before,
  journal.after,
  journal.kept,
  journal.undoes,
  journal.actor,
  journal.at,
  journal.request,
  journal.address,
  journal.device,
].map(({ name }) => sql.identifier(name));

const isSql = (value: unknown): value is SQL => typeof value === 'object' && value !== null && 'getSQL' in value;
const id = (value: string | SQL | null | undefined) => (isSql(value) ? value : sql`${value ?? null}::uuid`);
/** What the columns of a text make of it, jsonb refuses: half of a character, and NUL. */
const storable = (_name: string, value: unknown) =>
  typeof value === 'string' ? Buffer.from(value).toString().replaceAll('\0', '') : value;

const content = (value: Content | undefined) =>
  isSql(value) ? value : sql`${value ? JSON.stringify(value, storable) : null}::jsonb`;

function valuesOf({ id: actor, origin }: Doer, entry: Entry): SQL {
  const { action, kind, about, person, before, after, kept, undoes, at } = entry;
  return sql`${action}::text, ${kind}::text, ${id(about)}, ${id(person)}, ${content(before)}, ${content(after)},
    ${kept ?? sql`null::jsonb`}, ${undoes ?? null}::bigint, ${actor}::uuid,
    ${at ? sql`${at.toISOString()}::timestamptz` : sql`clock_timestamp()`},
    ${origin?.request ?? null}::uuid, ${origin?.address ?? null}::text, ${origin?.device ?? null}::text`;
}

const inserting = (selected: SQL) => sql`insert into ${journal} (${sql.join(COLUMNS, sql`, `)}) ${selected}`;

/**
 * The part of a statement that notes what the statement does: the entry is there when, and only when, the change is.
 * @param from what gives the rows that the entry is about, one entry each; without it there is one entry
 */
export const journalPart = (db: Db, doer: Doer, entry: Entry, from?: SQLWrapper): WithSubquery =>
  db
    .$with('noted', {})
    .as(sql`${inserting(sql`select ${valuesOf(doer, entry)}${from ? sql` from ${from}` : sql``}`)} returning seq`);

/** Notes something in a statement of its own, of the transaction in which it happens. */
export async function note(db: Db, doer: Doer, entry: Entry): Promise<void> {
  await db.execute(inserting(sql`select ${valuesOf(doer, entry)}`));
}

export interface Happening {
  readonly doer: Doer;
  readonly entry: Entry;
}

/** Notes several things at once, in their order. */
export async function noteAll(db: Db, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const rows = happenings.map(({ doer, entry }) => sql`(${valuesOf(doer, entry)})`);
  await db.execute(inserting(sql`values ${sql.join(rows, sql`, `)}`));
}
