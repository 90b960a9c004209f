import { eq, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import type { Print } from '#server/db/receipts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { retryOnLostConnection } from '#server/db/retry-on-lost-connection.ts';
import { custodianOf, libreta, receiptTable } from '#server/db/schema.ts';

export interface SentOperation {
  readonly op: string;
  readonly persona: string;
  readonly print: Print;
  /** Null for the operation of a form. */
  readonly equipo: string | null;
  readonly capturado?: string | undefined;
  readonly desfase?: number | undefined;
}

type Stored = typeof receiptTable.$inferSelect;
export type Receipt = Pick<Stored, 'resultado' | 'sello' | 'version' | 'persona'>;

export interface LockedPerson {
  readonly custodio: string;
  /** The last change of the booklet; null while the feed does not have it. */
  readonly cambio: string | null;
}

export const personKindOfRecord = ({ key, parent }: RecordDefinition): PersonKind => {
  const kind = parent?.record ?? key;
  if (kind !== RECORDS.mujer.key && kind !== RECORDS.nino.key) throw new Error(`${kind} is not a person record`);
  return kind;
};

export async function receiptOf(
  db: Db,
  actor: Pick<Actor, 'id'>,
  { op, print }: SentOperation,
): Promise<Receipt | null> {
  const [stored] = await db.select().from(receiptTable).where(eq(receiptTable._id, op));
  if (!stored) return null;
  // The receipts of an erased person have no hash: any content counts as the same.
  if (stored.usuario !== actor.id || (stored.huella !== '' && !print.isOf(stored.huella)))
    throw new AppError('idTaken');
  return stored;
}

/** Null if the column cannot hold it: a device's clock may send any date. */
function momentOf(text: string | undefined): Date | null {
  const moment = new Date(text ?? Number.NaN);
  return moment.getUTCFullYear() >= 1 ? moment : null;
}

async function take(inside: Db, actor: Actor, sent: SentOperation): Promise<Receipt | null> {
  const { op: _id, persona, print, equipo, capturado, desfase } = sent;
  const { huella } = print;
  const taken = await inside
    .insert(receiptTable)
    .values({
      ...{ _id, usuario: actor.id, persona, huella, equipo, capturado: momentOf(capturado) },
      desfase: desfase === undefined ? null : Math.round(desfase),
    })
    .onConflictDoNothing()
    .returning({ _id: receiptTable._id });
  return taken.length > 0 ? null : receiptOf(inside, actor, sent);
}

/** Locks a person against all other writers; null if she or he does not exist. A transaction that has written nothing is numbered only then. */
export async function lockPerson(inside: Db, kind: PersonKind, id: string): Promise<LockedPerson | null> {
  const table = recordTable(kind);
  const [person] = await inside
    .select({ custodio: custodianOf(table) })
    .from(table)
    .where(eq(table._id, id))
    .for('update');
  if (!person) return null;
  // Read after the lock, so that the last writer has committed.
  const [booklet] = await inside.select({ cambio: libreta.cambio }).from(libreta).where(eq(libreta.persona, id));
  return { custodio: person.custodio, cambio: booklet?.cambio ?? null };
}

export interface Result<T> {
  readonly value: T;
  readonly version?: number | undefined;
  readonly resultado?: Receipt['resultado'];
}

export async function completeReceipt(
  inside: Db,
  op: string,
  { previo, version, resultado = 'hecha' }: { previo: string | null } & Omit<Result<unknown>, 'value'>,
): Promise<Receipt> {
  const last = sql`(select ${libreta.cambio} from ${libreta} where ${libreta.persona} = ${receiptTable.persona})`;
  const sello = resultado === 'hecha' ? sql`coalesce(${last}, pg_current_xact_id())` : null;
  const [receipt] = await inside
    .update(receiptTable)
    .set({ resultado, previo, sello, version: version ?? null })
    .where(eq(receiptTable._id, op))
    .returning();
  if (!receipt) throw new Error('An operation that is being done has no receipt');
  return receipt;
}

export type AppliedOnce<T> =
  | { readonly before: Receipt }
  | { readonly before: null; readonly receipt: Receipt; readonly value: T };

/** Applies a write and its receipt in one transaction, at most once. @throws AppError idTaken if the id stands for other content */
export function applyOnce<T>(
  db: Db,
  actor: Actor,
  sent: SentOperation,
  kind: PersonKind,
  work: (inside: Db, person: LockedPerson | null) => Promise<Result<T>>,
): Promise<AppliedOnce<T>> {
  const attempt = () =>
    db.transaction(async (inside): Promise<AppliedOnce<T>> => {
      // First: the transaction gets its number once it has the lock, so of two overlapping saves the later one has the higher number, which
      // becomes the stamp of the booklet. A concurrent repetition waits here, or for the receipt if the person does not exist.
      const person = await lockPerson(inside, kind, sent.persona);
      const before = await take(inside, actor, sent);
      if (before) return { before };
      const { value, ...result } = await work(inside, person);
      const receipt = await completeReceipt(inside, sent.op, { previo: person?.cambio ?? null, ...result });
      return { before: null, receipt, value };
    });
  // A write that was committed before the connection broke is recognised by its receipt.
  return retryOnLostConnection(attempt, () => true);
}
