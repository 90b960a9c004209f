import { hash } from 'node:crypto';
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import { oncePerDeclaration } from '#domain/once.ts';
import type { Db } from './connect.ts';
import { insertMany } from './many-rows.ts';
import { receiptTable } from './schema.ts';

/** The names that a hash covers, and the names inside nested objects and lists. */
export interface HashedNames {
  readonly names: readonly string[];
  readonly inner?: Readonly<Record<string, HashedNames>>;
}

const sorted = (names: readonly string[]) =>
  [...names].sort().map((name) => [name, `${JSON.stringify(name)}:`] as const);
/** Cached by declaration and not by content, so that a client cannot fill the cache. */
const sortedNames = oncePerDeclaration(({ names }: HashedNames) => sorted(names));

/** JSON with sorted keys, of a declared content with the declared names alone. */
function canonical(value: unknown, declared?: HashedNames): string | undefined {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner, declared) ?? 'null').join(',')}]`;
  const content = value as Readonly<Record<string, unknown>>;
  const names = declared ? sortedNames(declared) : sorted(Object.keys(content));
  let text = '';
  for (const [name, written] of names) {
    const inner = canonical(content[name], declared?.inner?.[name]);
    if (inner !== undefined) text += (text === '' ? '' : ',') + written + inner;
  }
  return `{${text}}`;
}

export const hashOf = (content: unknown, declared?: HashedNames) => hash('sha256', canonical(content, declared) ?? '');

export interface Print {
  readonly huella: string;
  isOf(huella: string): boolean;
}

/** The print of an accepted content, never of a password. @param kind as the journal names it */
export function contentPrint(kind: string, content: unknown, declared?: HashedNames): Print {
  const huella = `${kind}:${hashOf(content, declared)}`;
  return { huella, isOf: (stored) => stored === huella };
}

/** The id stays taken after a deletion. */
export interface Creation {
  readonly id: string;
  readonly userId: string;
  readonly print: Print;
  /** The operation that creates it, if it has a receipt already: under the same id it is the receipt of the creation. */
  readonly op?: string | undefined;
}

export const creationReceipt = ({ id, userId, print }: Omit<Creation, 'op'>) => ({
  _id: id,
  usuario: userId,
  huella: print.huella,
  resultado: 'hecha' as const,
  version: 1,
  recibida: null,
});

export async function noteCreations(db: Db, creations: Creation[]): Promise<void> {
  await insertMany(db, receiptTable, creations.map(creationReceipt));
}

export async function isClaimed(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: receiptTable._id }).from(receiptTable).where(eq(receiptTable._id, id))).length > 0;
}

export async function isRepeatedCreation(db: Db, { id, userId, print }: Creation): Promise<boolean> {
  const [earlier] = await db.select().from(receiptTable).where(eq(receiptTable._id, id));
  return earlier?.usuario === userId && print.isOf(earlier.huella);
}

/** @throws AppError idTaken unless this very creation happened before */
export async function requireRepeatedCreation(db: Db, creation: Creation): Promise<void> {
  if (!(await isRepeatedCreation(db, creation))) throw new AppError('idTaken');
}

/** @returns false for a retry of the same user with the same content @throws AppError idTaken if the id stands for something else */
export async function claimId(db: Db, creation: Creation): Promise<boolean> {
  const claimed = await db
    .insert(receiptTable)
    .values(creationReceipt(creation))
    .onConflictDoNothing()
    .returning({ id: receiptTable._id });
  if (claimed.length === 0) await requireRepeatedCreation(db, creation);
  return claimed.length > 0;
}

const { placeholder } = sql;

/** {@link claimId} as part of a statement. @param from must give one row @param operation whether its receipt may exist under this id */
export function preparedClaim(from?: SQLWrapper, operation = false): SQL {
  const columns = [
    receiptTable._id,
    receiptTable.usuario,
    receiptTable.huella,
    receiptTable.version,
    receiptTable.recibida,
  ];
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = sql`${placeholder('claimed_id')}::uuid, ${placeholder('claimed_user')}::uuid,
    ${placeholder('claimed_print')}::text, 1, null::timestamptz`;
  return sql`insert into ${receiptTable} (${sql.join(names, sql`, `)})
    select ${values}${from ? sql` from ${from}` : sql``}
    on conflict ${operation ? sql`(_id) do update set recibida = null` : sql`do nothing`}
    returning ${receiptTable._id}`;
}

export const claimValues = ({ id, userId, print }: Creation) => ({
  claimed_id: id,
  claimed_user: userId,
  claimed_print: print.huella,
});
