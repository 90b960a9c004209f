import { type SQL, type SQLChunk, type SQLWrapper, sql, type WithSubquery } from 'drizzle-orm';
import type { Action } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { journal } from '#server/db/schema.ts';
import type { Doer, Origin } from './doer.ts';

type Content = Readonly<Record<string, unknown>> | SQL | null;

/** Ids and contents that only the database knows come as SQL. */
export interface Entry {
  readonly action: Action;
  readonly kind: string;
  readonly about?: string | SQL | null;
  readonly person?: string | SQL | null;
  readonly before?: Content;
  readonly after?: Content;
  readonly kept?: SQL;
  readonly undoes?: number;
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
/** jsonb refuses unpaired surrogates and NUL: the former are replaced, the latter removed. */
const storable = (_name: string, value: unknown) =>
  typeof value === 'string' ? Buffer.from(value).toString().replaceAll('\0', '') : value;
/** JSON writes both as escapes. Few texts have them, and the replacer makes writing four times as slow. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return UNSTORABLE.test(json) ? JSON.stringify(value, storable) : json;
}

const content = (value: Content | undefined) =>
  isSql(value) ? value : sql`${value ? storableJson(value) : null}::jsonb`;

const row =
  (
    values: Record<
      'action' | 'kind' | 'about' | 'person' | 'before' | 'after' | 'actor' | keyof Origin,
      SQLChunk | null
    >,
  ) =>
  ({ kept = sql`null::jsonb`, undoes = null }: OptionalColumns = {}): SQL =>
    sql`${values.action}::text, ${values.kind}::text, ${values.about}, ${values.person}, ${values.before}, ${values.after},
    ${kept}, ${undoes}::bigint, ${values.actor}::uuid, clock_timestamp(), ${values.request}::uuid, ${values.address}::text, ${values.device}::text`;

interface OptionalColumns {
  kept?: SQL | undefined;
  undoes?: number | null | undefined;
}

function valuesOf({ id: actor, origin }: Doer, entry: Entry): SQL {
  const { action, kind, about, person, before, after, kept, undoes } = entry;
  const { request = null, address = null, device = null } = origin ?? {};
  const values = {
    action,
    kind,
    about: id(about),
    person: id(person),
    before: content(before),
    after: content(after),
    actor,
    request,
    address,
    device,
  };
  return row(values)({ kept, undoes });
}

const inserting = (selected: SQL) => sql`insert into ${journal} (${sql.join(COLUMNS, sql`, `)}) ${selected}`;

/** A CTE that writes the entry together with the change. @param from the rows that the entry is about, one entry each; by default one */
export const journalPart = (db: Db, doer: Doer, entry: Entry, from?: SQLWrapper): WithSubquery =>
  db
    .$with('noted', {})
    .as(sql`${inserting(sql`select ${valuesOf(doer, entry)}${from ? sql` from ${from}` : sql``}`)} returning seq`);

const { placeholder } = sql;

/** The same in a prepared statement, with the values of {@link entryValues}, once for each row of `from`. */
export function preparedJournalPart(db: Db, { action, kind }: Pick<Entry, 'action' | 'kind'>, from: SQLWrapper) {
  const columns = row({
    action,
    kind,
    about: sql`${placeholder('noted_about')}::uuid`,
    person: sql`${placeholder('noted_person')}::uuid`,
    before: sql`${placeholder('noted_before')}::jsonb`,
    after: sql`${placeholder('noted_after')}::jsonb`,
    actor: placeholder('noted_actor'),
    request: placeholder('noted_request'),
    address: placeholder('noted_address'),
    device: placeholder('noted_device'),
  });
  return db.$with('noted', {}).as(sql`${inserting(sql`select ${columns()} from ${from}`)} returning seq`);
}

export interface EntryDetails {
  readonly about: string;
  readonly person: string | null;
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

export const entryValues = (
  { id: actor, origin }: Doer,
  { about, person, before = null, after = null }: EntryDetails,
) => ({
  noted_about: about,
  noted_person: person,
  noted_before: before && storableJson(before),
  noted_after: after && storableJson(after),
  noted_actor: actor,
  noted_request: origin?.request ?? null,
  noted_address: origin?.address ?? null,
  noted_device: origin?.device ?? null,
});

/** Writes an entry in a statement of its own, in the transaction of the change. */
export async function note(db: Db, doer: Doer, entry: Entry): Promise<void> {
  await db.execute(inserting(sql`select ${valuesOf(doer, entry)}`));
}

/** Plain values only, so that different entries fit into one statement. */
export interface JournalEvent {
  readonly doer: Doer;
  readonly entry: Pick<Entry, 'action' | 'kind'> & {
    /** When it happened, by `performance.now()`, if it is written later: the journal has one clock, the database's. */
    readonly at?: number;
    readonly about?: string | null;
    readonly person?: string | null;
    readonly before?: Readonly<Record<string, unknown>> | null;
    readonly after?: Readonly<Record<string, unknown>> | null;
  };
}

const EVENT_COLUMNS = [
  'about',
  'person',
  'before',
  'after',
  'actor',
  'request',
  'address',
  'device',
  'action',
  'kind',
] as const;

export async function noteAll(db: Db, happenings: readonly JournalEvent[]): Promise<void> {
  if (happenings.length === 0) return;
  await insertAll(db, happenings, sql`clock_timestamp()`);
}

/** Entries are dated back this far at most: the verification reports older ones, which look like ones put in afterwards. */
const MOST_BACK_MS = 30_000;

/** An entry that waited longer, as while the database was away: its date is the earliest that is allowed, and its content tells when it happened. */
function datedBack(event: JournalEvent, now: number, clockMs: number): JournalEvent {
  const { at = now, after, ...entry } = event.entry;
  if (now - at <= MOST_BACK_MS) return event;
  const ocurrio = new Date(clockMs - (now - at)).toISOString();
  return { ...event, entry: { ...entry, at: now - MOST_BACK_MS, after: { ...after, ocurrio } } };
}

/**
 * Writes entries of things that happened earlier. The database's clock is read when the transaction has its connection: time that the statements wait
 * for others would move these entries behind later ones.
 */
export async function noteAllLater(db: Db, happenings: readonly JournalEvent[]): Promise<void> {
  if (happenings.length === 0) return;
  await db.transaction(async (inside) => {
    const now = performance.now();
    const [row = { clock: '', ms: Date.now() }] = await rawRows<{ clock: string; ms: number }>(
      inside,
      sql`select clock::text as clock, (extract(epoch from clock) * 1000)::float8 as ms from clock_timestamp() as clock`,
    );
    const dated = happenings.map((one) => datedBack(one, now, row.ms));
    await insertAll(inside, dated, sql`${row.clock}::timestamptz`, now);
  });
}

/** @param now the time of `clock` by `performance.now()` */
async function insertAll(db: Db, happenings: readonly JournalEvent[], clock: SQL, now = performance.now()) {
  const rows = happenings.map(({ doer: { id: actor, origin }, entry: { at = now, ...entry } }, place) => ({
    ...{ place, actor, ago: now - at, ...entry },
    ...(origin && { request: origin.request, address: origin.address, device: origin.device }),
  }));
  const typed = EVENT_COLUMNS.map((name) => sql`${sql.identifier(name)} ${sql.raw(journal[name].getSQLType())}`);
  const names = sql.join(
    EVENT_COLUMNS.map((name) => sql.identifier(name)),
    sql`, `,
  );
  await db.execute(sql`insert into ${journal} (at, ${names}) select ${clock} - ago * interval '1 millisecond', ${names}
    from json_to_recordset(${storableJson(rows)}::json) as happened(place int, ago float8, ${sql.join(typed, sql`, `)})
    order by place`);
}
