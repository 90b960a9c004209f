import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Operation } from '#domain/calls/operation.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { operacion } from '#server/db/schema.ts';
import type { HeldPerson } from '#server/modules/records/operations.ts';

/** By whom, and on which device; a form of hers that says its operation counts as hers wherever it was. */
export interface Lane {
  readonly actor: Actor;
  readonly equipo: string;
}

interface OwnChange {
  readonly previo: bigint;
  readonly sello: bigint;
}

/** What somebody did to a booklet on a device, in the order of its changes. */
async function ownChanges(db: Db, { actor, equipo }: Lane, persona: string): Promise<OwnChange[]> {
  const rows = await db
    .select({ previo: operacion.previo, sello: operacion.sello })
    .from(operacion)
    .where(
      and(
        eq(operacion.persona, persona),
        eq(operacion.usuario, actor.id),
        or(eq(operacion.equipo, equipo), isNull(operacion.equipo)),
        isNotNull(operacion.sello),
      ),
    );
  return rows
    .flatMap(({ previo, sello }) => (sello === null ? [] : [{ previo: BigInt(previo ?? 0), sello: BigInt(sello) }]))
    .sort((one, other) => Number(one.sello - other.sello));
}

/**
 * The last change of a booklet that a device has seen or made: what it pulled, and what it did itself on top of what it knew. What it
 * did on top of somebody else's change does not show it that change.
 */
export async function knownChange(db: Db, lane: Lane, { persona, sello }: Pick<Operation, 'persona' | 'sello'>) {
  let known = BigInt(sello ?? 0);
  for (const change of await ownChanges(db, lane, persona))
    if (change.previo <= known && change.sello > known) known = change.sello;
  return known;
}

/** Whether nobody else has changed a booklet since a device last knew it. */
export async function isAsKnown(db: Db, lane: Lane, operation: Operation, { cambio }: HeldPerson): Promise<boolean> {
  return cambio !== null && (await knownChange(db, lane, operation)) === BigInt(cambio);
}
