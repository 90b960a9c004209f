import { eq, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { onLivingConnection } from '#server/db/living-connection.ts';
import type { Print } from '#server/db/receipts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { custodianOf, libreta, operacion } from '#server/db/schema.ts';

/** An operation as its receipt notes it. */
export interface Sent {
  readonly op: string;
  readonly persona: string;
  readonly print: Print;
  /** Null where a form sends it by the call that does the same. */
  readonly equipo: string | null;
  readonly capturado?: string | undefined;
  readonly desfase?: number | undefined;
}

type Stored = typeof operacion.$inferSelect;
export type Receipt = Pick<Stored, 'resultado' | 'sello' | 'version' | 'persona'>;

/** A woman or child about whom nobody else writes until the transaction ends. */
export interface HeldPerson {
  readonly custodio: string;
  /** The change that her or his booklet is known with; null while it is not known of yet. */
  readonly cambio: string | null;
}

/** Whose booklet a record of this kind belongs to. */
export const personKindOf = ({ key, parent }: RecordDefinition): PersonKind => {
  const kind = parent?.record ?? key;
  if (kind !== RECORDS.mujer.key && kind !== RECORDS.nino.key) throw new Error(`${kind} is nobody`);
  return kind;
};

/** The receipt of an operation, if it was done or handed on before. @throws AppError idTaken when its id stands for something else */
export async function receiptOf(db: Db, actor: Pick<Actor, 'id'>, { op, print }: Sent): Promise<Receipt | null> {
  const [found] = await db.select().from(operacion).where(eq(operacion._id, op));
  if (!found) return null;
  // Of whoever was erased nothing tells what was sent: there is nothing left to be done about her either.
  if (found.usuario !== actor.id || (found.huella !== '' && !print.isOf(found.huella))) throw new AppError('idTaken');
  return found;
}

/** What the column can hold; a clock may say anything. */
function momentOf(text: string | undefined): Date | null {
  const moment = new Date(text ?? Number.NaN);
  return moment.getUTCFullYear() >= 1 ? moment : null;
}

async function take(inside: Db, actor: Actor, sent: Sent): Promise<Receipt | null> {
  const { op: _id, persona, print, equipo, capturado, desfase } = sent;
  const { huella } = print;
  const taken = await inside
    .insert(operacion)
    .values({
      ...{ _id, usuario: actor.id, persona, huella, equipo, capturado: momentOf(capturado) },
      desfase: desfase === undefined ? null : Math.round(desfase),
    })
    .onConflictDoNothing()
    .returning({ _id: operacion._id });
  return taken.length > 0 ? null : receiptOf(inside, actor, sent);
}

/** Has everybody wait who writes about somebody; null when she or he is not there. */
export async function hold(inside: Db, kind: PersonKind, id: string): Promise<HeldPerson | null> {
  const table = recordTable(kind);
  const [person] = await inside
    .select({ custodio: custodianOf(table) })
    .from(table)
    .where(eq(table._id, id))
    .for('update');
  if (!person) return null;
  // Read once it is held: whoever wrote last has ended.
  const [known] = await inside.select({ cambio: libreta.cambio }).from(libreta).where(eq(libreta.persona, id));
  return { custodio: person.custodio, cambio: known?.cambio ?? null };
}

/** What came of the work: it was done, unless it says that it was only handed on. */
export interface Result<T> {
  readonly value: T;
  readonly version?: number | undefined;
  readonly resultado?: Receipt['resultado'];
}

/** Notes in a receipt what came of it, with the change of the booklet that holds it. */
export async function settle(
  inside: Db,
  op: string,
  { previo, version, resultado = 'hecha' }: { previo: string | null } & Omit<Result<unknown>, 'value'>,
): Promise<Receipt> {
  const last = sql`(select ${libreta.cambio} from ${libreta} where ${libreta.persona} = ${operacion.persona})`;
  const sello = resultado === 'hecha' ? sql`coalesce(${last}, pg_current_xact_id())` : null;
  const [receipt] = await inside
    .update(operacion)
    .set({ resultado, previo, sello, version: version ?? null })
    .where(eq(operacion._id, op))
    .returning();
  if (!receipt) throw new Error('An operation that is being done has no receipt');
  return receipt;
}

export type Once<T> =
  | { readonly before: Receipt }
  | { readonly before: null; readonly receipt: Receipt; readonly value: T };

/**
 * Does a write about somebody in one transaction with its receipt: sent again it is not done again, however often and at the same time.
 * What throws leaves nothing, neither the write nor the receipt.
 * @returns the receipt of before, or what has been done
 * @throws AppError idTaken when the id stands for something else
 */
export function once<T>(
  db: Db,
  actor: Actor,
  sent: Sent,
  kind: PersonKind,
  work: (inside: Db, person: HeldPerson | null) => Promise<Result<T>>,
): Promise<Once<T>> {
  const attempt = () =>
    db.transaction(async (inside): Promise<Once<T>> => {
      // First: whoever sends the same at once waits for it.
      const before = await take(inside, actor, sent);
      if (before) return { before };
      const person = await hold(inside, kind, sent.persona);
      const { value, ...result } = await work(inside, person);
      const receipt = await settle(inside, sent.op, { previo: person?.cambio ?? null, ...result });
      return { before: null, receipt, value };
    });
  // What was done before a connection broke is recognised by its receipt.
  return onLivingConnection(attempt, () => true);
}
