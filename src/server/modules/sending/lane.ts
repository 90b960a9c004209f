import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Operation } from '#domain/calls/operation.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { receiptTable } from '#server/db/schema.ts';
import type { LockedPerson } from '#server/modules/records/operations.ts';

/** The account and device that send. Operations of forms have no device and count on every one. */
export interface Lane {
  readonly actor: Actor;
  readonly equipo: string;
}

interface OwnChange {
  readonly previo: bigint;
  readonly sello: bigint;
}

async function ownChanges(db: Db, { actor, equipo }: Lane, persona: string): Promise<OwnChange[]> {
  const rows = await db
    .select({ previo: receiptTable.previo, sello: receiptTable.sello })
    .from(receiptTable)
    .where(
      and(
        eq(receiptTable.persona, persona),
        eq(receiptTable.usuario, actor.id),
        or(eq(receiptTable.equipo, equipo), isNull(receiptTable.equipo)),
        isNotNull(receiptTable.sello),
      ),
    );
  return rows
    .flatMap(({ previo, sello }) => (sello === null ? [] : [{ previo: BigInt(previo ?? 0), sello: BigInt(sello) }]))
    .sort((one, other) => Number(one.sello - other.sello));
}

/** The last change of a booklet that a device has seen: its stamp, advanced by own changes while each follows what was seen. */
export async function lastSeenChange(db: Db, lane: Lane, { persona, sello }: Pick<Operation, 'persona' | 'sello'>) {
  let seen = BigInt(sello ?? 0);
  for (const change of await ownChanges(db, lane, persona))
    if (change.previo <= seen && change.sello > seen) seen = change.sello;
  return seen;
}

export async function isUnchangedSinceSeen(
  db: Db,
  lane: Lane,
  operation: Operation,
  { cambio }: LockedPerson,
): Promise<boolean> {
  return cambio !== null && (await lastSeenChange(db, lane, operation)) === BigInt(cambio);
}
