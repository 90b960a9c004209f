import { and, arrayContains, eq, sql } from 'drizzle-orm';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { Operation, RetainedReason } from '#domain/sync/operation.ts';
import { ownOnly } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { libretaSalida, traspaso } from '#server/db/schema.ts';
import type { HeldPerson } from '#server/modules/records/operations.ts';
import { latestDeletion } from '#server/modules/records/restore-person.ts';
import { knownChange, type Lane } from './lane.ts';

/** For so long new records are accepted of whoever had a booklet until then. */
const ACCEPTED_DAYS = 30;

/**
 * How somebody stands to a booklet. `hers`: she may write in it. `late`: what she wrote came before it was handed on, a little while ago. A reason:
 * supervision has to decide. `gone`: it was deleted, and she need not know more. `none`: she never had it, or nobody does.
 */
export type Standing = 'hers' | 'late' | 'gone' | 'none' | RetainedReason;

async function handedOn(db: Db, { actor }: Lane, persona: string): Promise<boolean> {
  const theirs = and(eq(traspaso.de, actor.id), arrayContains(traspaso.personas, [persona]));
  return (await db.select({ _id: traspaso._id }).from(traspaso).where(theirs).limit(1)).length > 0;
}

/** When a booklet left somebody: the transaction, and whether that is not long ago. */
async function departure(db: Db, { actor }: Lane, persona: string) {
  const [left] = await db
    .select({
      cambio: libretaSalida.cambio,
      lately: sql<boolean>`${libretaSalida.momento} > now() - make_interval(days => ${ACCEPTED_DAYS})`,
    })
    .from(libretaSalida)
    .where(and(eq(libretaSalida.ambito, `u:${actor.id}`), eq(libretaSalida.persona, persona)));
  return left;
}

async function whereDeleted(db: Db, lane: Lane, kind: PersonKind, { hace, persona }: Operation): Promise<Standing> {
  if (hace === 'eliminar') return 'gone';
  const deletion = await latestDeletion(db, persona);
  if (!deletion) return 'none';
  const [row] = deletion.kept[kind] ?? [];
  const own = ownOnly(lane.actor);
  const wasHers = own === null || (row?.custodio ?? row?.created_by) === own;
  return wasHers || (await handedOn(db, lane, persona)) ? 'eliminada' : 'none';
}

/** @param person null when she or he is not there */
export async function standingOf(
  db: Db,
  lane: Lane,
  kind: PersonKind,
  operation: Operation,
  person: HeldPerson | null,
): Promise<Standing> {
  const { hace, tipo, persona } = operation;
  const isPerson = hace === 'crear' && tipo === kind;
  if (!person) return isPerson ? 'hers' : whereDeleted(db, lane, kind, operation);
  const own = ownOnly(lane.actor);
  if (own === null || person.custodio === own) return 'hers';
  // Whoever is there already was created by this very content, or it is refused.
  if (isPerson) return 'late';
  if (!(await handedOn(db, lane, persona))) return 'none';
  if (hace !== 'crear') return 'traspasada';
  const left = await departure(db, lane, persona);
  return left?.lately && (await knownChange(db, lane, operation)) < BigInt(left.cambio) ? 'late' : 'traspasada';
}
