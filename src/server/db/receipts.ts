import { hash } from 'node:crypto';
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import { once } from '#domain/once.ts';
import type { Db } from './connect.ts';
import { operacion } from './schema.ts';

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

/** By what a receipt recognises what it was written for. */
export interface Print {
  /** What a receipt keeps of it. */
  readonly huella: string;
  /** Whether a receipt keeps this of the same. */
  isOf(huella: string): boolean;
}

/** The print of an accepted content, never of a password. @param kind as the journal names it */
export function contentPrint(kind: string, content: unknown, declared?: Declared): Print {
  const huella = `${kind}:${hashOf(content, declared)}`;
  return { huella, isOf: (kept) => kept === huella };
}

/** What is created under an id. The id stays taken after it was deleted. */
export interface Creation {
  readonly id: string;
  readonly userId: string;
  readonly print: Print;
  /** The operation that creates it, where that has a receipt already: of the same id, its receipt is the one of the creation. */
  readonly op?: string | undefined;
}

/** The receipt of a creation: it belongs to no booklet, and is never forgotten. */
export const creationReceipt = ({ id, userId, print }: Omit<Creation, 'op'>) => ({
  _id: id,
  usuario: userId,
  huella: print.huella,
  resultado: 'hecha' as const,
  version: 1,
  recibida: null,
});

/** Writes the receipts of what was created under ids that the server chose, which are free. */
export async function noteCreations(db: Db, creations: Creation[]): Promise<void> {
  if (creations.length > 0) await db.insert(operacion).values(creations.map(creationReceipt));
}

export async function isClaimed(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: operacion._id }).from(operacion).where(eq(operacion._id, id))).length > 0;
}

/** Whether this very creation happened before. */
export async function isSame(db: Db, { id, userId, print }: Creation): Promise<boolean> {
  const [earlier] = await db.select().from(operacion).where(eq(operacion._id, id));
  return earlier?.usuario === userId && print.isOf(earlier.huella);
}

/** @throws AppError idTaken unless this very creation happened before. */
export async function requireSame(db: Db, creation: Creation): Promise<void> {
  if (!(await isSame(db, creation))) throw new AppError('idTaken');
}

/**
 * Writes the receipt of a creation, in its transaction.
 * @returns false when the same user created the same content under it before: the write is a retry.
 * @throws AppError idTaken when the id stands for something else.
 */
export async function claimId(db: Db, creation: Creation): Promise<boolean> {
  const claimed = await db
    .insert(operacion)
    .values(creationReceipt(creation))
    .onConflictDoNothing()
    .returning({ id: operacion._id });
  if (claimed.length === 0) await requireSame(db, creation);
  return claimed.length > 0;
}

const { placeholder } = sql;

/**
 * The part of a prepared statement that does the same: it gives a row when the id is new.
 * @param from what must give one row for that
 * @param operation whether the receipt may be there, as that of the operation of the same id
 */
export function preparedClaim(from?: SQLWrapper, operation = false): SQL {
  const columns = [operacion._id, operacion.usuario, operacion.huella, operacion.version, operacion.recibida];
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = sql`${placeholder('claimed_id')}::uuid, ${placeholder('claimed_user')}::uuid,
    ${placeholder('claimed_print')}::text, 1, null::timestamptz`;
  return sql`insert into ${operacion} (${sql.join(names, sql`, `)})
    select ${values}${from ? sql` from ${from}` : sql``}
    on conflict ${operation ? sql`(_id) do update set recibida = null` : sql`do nothing`}
    returning ${operacion._id}`;
}

/** What its placeholders stand for. */
export const claimValues = ({ id, userId, print }: Creation) => ({
  claimed_id: id,
  claimed_user: userId,
  claimed_print: print.huella,
});
