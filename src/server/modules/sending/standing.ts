import { and, arrayContains, eq, sql } from 'drizzle-orm';
import type { Operation, RetainedReason } from '#domain/calls/operation.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { deviceOf } from '#server/accounts/device-contacts.ts';
import { type Actor, ownOnly } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { boveda, libretaSalida, traspaso } from '#server/db/schema.ts';
import type { HeldPerson } from '#server/modules/records/operations.ts';
import { latestDeletion } from '#server/modules/records/restore-person.ts';
import { knownChange, type Lane } from './lane.ts';

interface Departure {
  readonly cambio: string;
  readonly momento: Date;
  readonly lately: boolean;
}

/** For so long new records are accepted of whoever had a booklet until then. */
const ACCEPTED_DAYS = 30;

/**
 * How somebody stands to a booklet. `hers`: she may write in it. `late`: what she wrote came before it was handed on, a little while ago. A reason:
 * supervision has to decide. `gone`: it was deleted, and she need not know more. `none`: she never had it, or nobody does.
 */
export type Standing = 'hers' | 'late' | 'gone' | 'none' | RetainedReason;

/** Whether somebody had a booklet before it was handed over. */
export async function handedOn(db: Db, { id }: Pick<Actor, 'id'>, persona: string): Promise<boolean> {
  const theirs = and(eq(traspaso.de, id), arrayContains(traspaso.personas, [persona]));
  return (await db.select({ _id: traspaso._id }).from(traspaso).where(theirs).limit(1)).length > 0;
}

/**
 * Whether something was recorded before the booklet left, on a device that could not have sent it since. What the sender says of the moment
 * is not enough: the device had its vault by then, was not in contact between then and this visit, and was not told of the departure. Nor is
 * what the sender says of the device: the session is of that device, or of none while all devices of the account were silent.
 */
async function isFromBefore(db: Db, { actor, equipo }: Lane, operation: Operation, left: Departure): Promise<boolean> {
  if (!(Date.parse(operation.capturado) < left.momento.getTime())) return false;
  const { momento, cambio } = left;
  const vaults = await db
    .select({
      isNamed: sql<boolean>`${boveda.equipo} = ${equipo}::uuid`,
      /** Null where the session is of no device. */
      isOfSession: sql<boolean | null>`${boveda.equipo} = ${deviceOf(actor.session)}`,
      wasSilent: sql<boolean>`${boveda.desde} < ${momento}::timestamptz
        and (${boveda.contactoAnterior} is null or ${boveda.contactoAnterior} < ${momento}::timestamptz)
        and coalesce(${boveda.avisada}, '0'::xid8) < ${cambio}::xid8`,
    })
    .from(boveda)
    .where(eq(boveda.usuario, actor.id));
  const named = vaults.find(({ isNamed }) => isNamed);
  if (!named?.wasSilent) return false;
  return named.isOfSession ?? vaults.every(({ wasSilent }) => wasSilent);
}

/** When a booklet left somebody: the transaction, and whether that is not long ago. */
async function departure(db: Db, { actor }: Lane, persona: string): Promise<Departure | undefined> {
  const [left] = await db
    .select({
      cambio: libretaSalida.cambio,
      momento: libretaSalida.momento,
      lately: sql<boolean>`${libretaSalida.momento} > now() - make_interval(days => ${ACCEPTED_DAYS})`,
    })
    .from(libretaSalida)
    .where(and(eq(libretaSalida.ambito, `u:${actor.id}`), eq(libretaSalida.persona, persona)));
  return left;
}

/** Whether somebody had the booklet of a person when that was deleted, or before. */
export async function wasHersWhenDeleted(db: Db, { id }: Pick<Actor, 'id'>, kind: PersonKind, persona: string) {
  const deletion = await latestDeletion(db, persona);
  if (!deletion) return false;
  const [row] = deletion.kept[kind] ?? [];
  return (row?.custodio ?? row?.created_by) === id || handedOn(db, { id }, persona);
}

async function whereDeleted(
  db: Db,
  { actor }: Lane,
  kind: PersonKind,
  { hace, persona }: Operation,
): Promise<Standing> {
  if (hace === 'eliminar') return 'gone';
  const sees =
    ownOnly(actor) === null
      ? (await latestDeletion(db, persona)) !== undefined
      : await wasHersWhenDeleted(db, actor, kind, persona);
  return sees ? 'eliminada' : 'none';
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
  if (!(await handedOn(db, lane.actor, persona))) return 'none';
  if (hace !== 'crear') return 'traspasada';
  const left = await departure(db, lane, persona);
  if (!left?.lately || !(await isFromBefore(db, lane, operation, left))) return 'traspasada';
  return (await knownChange(db, lane, operation)) < BigInt(left.cambio) ? 'late' : 'traspasada';
}
