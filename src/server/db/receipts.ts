import { hash } from 'node:crypto';
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { Db } from './connect.ts';
import { writeReceipt } from './schema.ts';

/** The keys of contents of one kind in order, each as JSON writes it: receipts are written by the thousand of a few kinds. */
const ordered = new Map<string, readonly (readonly [key: string, written: string])[]>();
const MOST_KINDS = 100;

function keysOf(content: object) {
  const keys = Object.keys(content);
  const kind = keys.join();
  const known = ordered.get(kind);
  if (known) return known;
  const sorted = keys.sort().map((key) => [key, `${JSON.stringify(key)}:`] as const);
  if (ordered.size < MOST_KINDS) ordered.set(kind, sorted);
  return sorted;
}

/** As JSON with the keys of every object in order. */
function canonical(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner) ?? 'null').join(',')}]`;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  const content = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const [key, written] of keysOf(content)) {
    const inner = canonical(content[key]);
    if (inner !== undefined) text += (text === '' ? '' : ',') + written + inner;
  }
  return `{${text}}`;
}

/** Of a content, whatever the order of its keys. */
export const hashOf = (content: unknown) => hash('sha256', canonical(content) ?? '');

export interface Creation {
  id: string;
  kind: string;
  userId: string;
  /** The accepted values; never a password. */
  content: unknown;
}

/** The row that notes a creation. */
export const receiptOf = ({ id, kind, userId, content }: Creation) => ({
  _id: id,
  kind,
  userId,
  contentHash: hashOf(content),
});

/** Notes the ids of what was created under ids of our own making, which nobody can have taken. */
export async function noteIds(db: Db, creations: Creation[]): Promise<void> {
  if (creations.length > 0) await db.insert(writeReceipt).values(creations.map(receiptOf));
}

export async function isClaimed(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: writeReceipt._id }).from(writeReceipt).where(eq(writeReceipt._id, id))).length > 0;
}

/** Whether this very creation happened before. */
export async function isSame(db: Db, { id, kind, userId, content }: Creation): Promise<boolean> {
  const [earlier] = await db.select().from(writeReceipt).where(eq(writeReceipt._id, id));
  return earlier?.kind === kind && earlier.userId === userId && earlier.contentHash === hashOf(content);
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
