import { and, eq, type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Db } from '#server/db/connect.ts';
import { isQueued } from '#server/db/import-queue.ts';
import { importTable } from '#server/db/schema.ts';
import type { StoredImport } from '#server/modules/importing/rules/import-rules.ts';

/** A process that does not renew its turn for so long has ended. */
const TURN = sql.raw(`interval '20 seconds'`);
export const RENEW_MS = 4_000;
/** After so many claims without any progress an import is given up; those in which the database failed do not count. */
export const MAX_TRIES = 5;

/** The import that waits longest, unless another process works on one: one at a time for the whole installation. */
export function claimImport(db: Db, process: string): Promise<StoredImport | null> {
  return db.transaction(async (inside) => {
    // The claims of all processes follow one another.
    await inside.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.imports})`);
    const [other] = await inside
      .select({ _id: importTable._id })
      .from(importTable)
      .where(and(isQueued, sql`${importTable.proceso} <> ${process}`, sql`${importTable.tomada} > now() - ${TURN}`))
      .limit(1);
    if (other) return null;
    const [next] = await inside
      .select({ _id: importTable._id })
      .from(importTable)
      .where(isQueued)
      .orderBy(importTable.pedida, importTable.orden)
      .limit(1);
    if (!next) return null;
    const [claimed] = await inside
      .update(importTable)
      .set({ proceso: process, tomada: sql`now()`, intentos: sql`${importTable.intentos} + 1` })
      .where(eq(importTable._id, next._id))
      .returning();
    return claimed ?? null;
  });
}

/** Somebody stopped the import, or another process took it over. */
export class TurnEnded extends Error {}

export type Changes = Partial<{ [Name in keyof StoredImport]: StoredImport[Name] | SQL }>;

/** The right of a process to work on an import while it is in a state. */
export interface Turn {
  readonly stored: StoredImport;
  readonly process: string;
}

/** Changes the import in the transaction of its work. @throws TurnEnded, which undoes the transaction, if the turn has ended */
export async function proceed(db: Db, { stored, process }: Turn, changes: Changes): Promise<StoredImport> {
  const [after] = await db
    .update(importTable)
    .set({ tomada: sql`now()`, ...changes } as Record<string, unknown>)
    .where(
      and(eq(importTable._id, stored._id), eq(importTable.proceso, process), eq(importTable.estado, stored.estado)),
    )
    .returning();
  if (!after) throw new TurnEnded();
  return after;
}

/** Rows that are done: tries count from the last of them. */
export const progress = (rows: number) => ({ hechas: sql`${importTable.hechas} + ${rows}`, intentos: 0 });

export async function renewTurn(db: Db, { stored, process }: Turn): Promise<void> {
  await db
    .update(importTable)
    .set({ tomada: sql`now()` })
    .where(and(eq(importTable._id, stored._id), eq(importTable.proceso, process)));
}

/** The claim does not count: the database failed, not the import. */
export async function forgiveTry(db: Db, { stored, process }: Turn): Promise<void> {
  await db
    .update(importTable)
    .set({ intentos: sql`greatest(${importTable.intentos} - 1, 0)` })
    .where(and(eq(importTable._id, stored._id), eq(importTable.proceso, process)));
}

/** A process that ends gives its turn back, so that another one need not wait. */
export async function leaveTurns(db: Db, process: string): Promise<void> {
  await db.update(importTable).set({ proceso: null, tomada: null }).where(eq(importTable.proceso, process));
}
