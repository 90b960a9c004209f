import { hash } from 'node:crypto';
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import { once } from '#domain/once.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from './connect.ts';
import { writeReceipt } from './schema.ts';

/** Which names of a content its hash covers; where one of them holds objects, or a list of them, also which names of those. */
export interface Declared {
  readonly names: readonly string[];
  readonly inner?: Readonly<Record<string, Declared>>;
}

const sorted = (names: readonly string[]) =>
  [...names].sort().map((name) => [name, `${JSON.stringify(name)}:`] as const);
/** The names in order, each as JSON writes it. Kept for each declaration: what a client sends never decides what is kept here. */
const inOrder = once(({ names }: Declared) => sorted(names));

/** As JSON with the keys of every object in order; of what is declared the declared names alone. */
function canonical(value: unknown, declared?: Declared): string | undefined {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner, declared) ?? 'null').join(',')}]`;
  const content = value as Readonly<Record<string, unknown>>;
  const names = declared ? inOrder(declared) : sorted(Object.keys(content));
  let text = '';
  for (const [name, written] of names) {
    const inner = canonical(content[name], declared?.inner?.[name]);
    if (inner !== undefined) text += (text === '' ? '' : ',') + written + inner;
  }
  return `{${text}}`;
}

/** Of a content, whatever the order of its keys; of all of it, unless told which names it covers. */
export const hashOf = (content: unknown, declared?: Declared) => hash('sha256', canonical(content, declared) ?? '');

/** The names of what a record is created with, as {@link Creation} has it. */
export const recordContent = once(
  ({ fieldNames }: RecordDefinition): Declared => ({
    names: ['values', 'parentId'],
    inner: { values: { names: fieldNames } },
  }),
);

export interface Creation {
  id: string;
  kind: string;
  userId: string;
  /** The accepted values; never a password. */
  content: unknown;
  /** The names of the content that are hashed; all of them unless told. */
  declared?: Declared;
}

const contentHash = ({ content, declared }: Creation) => hashOf(content, declared);

/** The row that notes a creation. */
export const receiptOf = (creation: Creation) => ({
  _id: creation.id,
  kind: creation.kind,
  userId: creation.userId,
  contentHash: contentHash(creation),
});

/** Notes the ids of what was created under ids of our own making, which nobody can have taken. */
export async function noteIds(db: Db, creations: Creation[]): Promise<void> {
  if (creations.length > 0) await db.insert(writeReceipt).values(creations.map(receiptOf));
}

export async function isClaimed(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: writeReceipt._id }).from(writeReceipt).where(eq(writeReceipt._id, id))).length > 0;
}

/** Whether this very creation happened before. */
export async function isSame(db: Db, creation: Creation): Promise<boolean> {
  const { id, kind, userId } = creation;
  const [earlier] = await db.select().from(writeReceipt).where(eq(writeReceipt._id, id));
  return earlier?.kind === kind && earlier.userId === userId && earlier.contentHash === contentHash(creation);
}

/** @throws AppError idTaken unless this very creation happened before. */
export async function requireSame(db: Db, creation: Creation): Promise<void> {
  if (!(await isSame(db, creation))) throw new AppError('idTaken');
}

/**
 * Notes, in the transaction of the creation itself, that this id is now taken.
 * @returns false when the same user created the same content under it before: the write is a retry.
 * @throws AppError idTaken when the id stands for something else.
 */
export async function claimId(db: Db, creation: Creation): Promise<boolean> {
  const claimed = await db
    .insert(writeReceipt)
    .values(receiptOf(creation))
    .onConflictDoNothing()
    .returning({ id: writeReceipt._id });
  if (claimed.length === 0) await requireSame(db, creation);
  return claimed.length > 0;
}

const { placeholder } = sql;

/** The part of a prepared statement that does the same: it gives a row when the id is new. @param from what must give one row for that */
export function preparedClaim(from?: SQLWrapper): SQL {
  const columns = [writeReceipt._id, writeReceipt.kind, writeReceipt.userId, writeReceipt.contentHash];
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = sql`${placeholder('claimed_id')}::uuid, ${placeholder('claimed_kind')}::text,
    ${placeholder('claimed_user')}::uuid, ${placeholder('claimed_hash')}::text`;
  return sql`insert into ${writeReceipt} (${sql.join(names, sql`, `)})
    select ${values}${from ? sql` from ${from}` : sql``} on conflict do nothing returning ${writeReceipt._id}`;
}

/** What its placeholders stand for. */
export function claimValues(creation: Creation) {
  const { _id, kind, userId, contentHash } = receiptOf(creation);
  return { claimed_id: _id, claimed_kind: kind, claimed_user: userId, claimed_hash: contentHash };
}
