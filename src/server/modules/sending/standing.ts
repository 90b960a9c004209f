import { and, arrayContains, eq, sql } from 'drizzle-orm';
import type { Operation, RetainedReason } from '#domain/calls/operation.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { deviceOf } from '#server/accounts/device-contacts.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { departureTable, traspaso, vaultTable } from '#server/db/schema.ts';
import type { LockedPerson } from '#server/modules/records/operations.ts';
import { latestDeletion } from '#server/modules/records/restore-person.ts';
import { type Lane, lastSeenChange } from './lane.ts';

interface Departure {
  readonly cambio: string;
  readonly momento: Date;
  readonly isRecent: boolean;
}

/** A former custodian may still send new records for this many days. */
const ACCEPTED_DAYS = 30;

export type Standing =
  | 'mayWrite'
  | 'late' // recorded before a recent hand-over
  | 'deleted' // and the operation needs nothing more
  | 'none' // never the custodian, or there is no such booklet
  | RetainedReason;

export async function wasFormerCustodian(db: Db, { id }: Pick<Actor, 'id'>, persona: string): Promise<boolean> {
  const theirs = and(eq(traspaso.de, id), arrayContains(traspaso.personas, [persona]));
  return (await db.select({ _id: traspaso._id }).from(traspaso).where(theirs).limit(1)).length > 0;
}

/** The sender's clock is no proof. The device must have had its vault before the departure, with no contact and no notice since then. */
async function isFromBefore(db: Db, { actor, equipo }: Lane, operation: Operation, left: Departure): Promise<boolean> {
  if (!(Date.parse(operation.capturado) < left.momento.getTime())) return false;
  const { momento, cambio } = left;
  const vaults = await db
    .select({
      isNamed: sql<boolean>`${vaultTable.equipo} = ${equipo}::uuid`,
      isOfSession: sql<boolean | null>`${vaultTable.equipo} = ${deviceOf(actor.session)}`,
      wasSilent: sql<boolean>`${vaultTable.desde} < ${momento}::timestamptz
        and (${vaultTable.contactoAnterior} is null or ${vaultTable.contactoAnterior} < ${momento}::timestamptz)
        and coalesce(${vaultTable.avisada}, '0'::xid8) < ${cambio}::xid8`,
    })
    .from(vaultTable)
    .where(eq(vaultTable.usuario, actor.id));
  const named = vaults.find(({ isNamed }) => isNamed);
  if (!named?.wasSilent) return false;
  // The session proves the device; if it has none, every device of the account must have been silent.
  return named.isOfSession ?? vaults.every(({ wasSilent }) => wasSilent);
}

async function departureOf(db: Db, { actor }: Lane, persona: string): Promise<Departure | undefined> {
  const [left] = await db
    .select({
      cambio: departureTable.cambio,
      momento: departureTable.momento,
      isRecent: sql<boolean>`${departureTable.momento} > now() - make_interval(days => ${ACCEPTED_DAYS})`,
    })
    .from(departureTable)
    .where(and(eq(departureTable.ambito, `u:${actor.id}`), eq(departureTable.persona, persona)));
  return left;
}

/** Whether the account was the custodian when the booklet was deleted, or before. */
export async function wasCustodianWhenDeleted(db: Db, { id }: Pick<Actor, 'id'>, kind: PersonKind, persona: string) {
  const deletion = await latestDeletion(db, persona);
  if (!deletion) return false;
  const [row] = deletion.kept[kind] ?? [];
  return (row?.custodio ?? row?.created_by) === id || wasFormerCustodian(db, { id }, persona);
}

async function whereDeleted(
  db: Db,
  { actor }: Lane,
  kind: PersonKind,
  { hace, persona }: Operation,
): Promise<Standing> {
  if (hace === 'eliminar') return 'deleted';
  const sees =
    visibleCreator(actor) === null
      ? (await latestDeletion(db, persona)) !== undefined
      : await wasCustodianWhenDeleted(db, actor, kind, persona);
  return sees ? 'eliminada' : 'none';
}

export async function bookletStanding(
  db: Db,
  lane: Lane,
  kind: PersonKind,
  operation: Operation,
  person: LockedPerson | null,
): Promise<Standing> {
  const { hace, tipo, persona } = operation;
  const isPerson = hace === 'crear' && tipo === kind;
  if (!person) return isPerson ? 'mayWrite' : whereDeleted(db, lane, kind, operation);
  const own = visibleCreator(lane.actor);
  if (own === null || person.custodio === own) return 'mayWrite';
  // An existing person is accepted only if the same content created it.
  if (isPerson) return 'late';
  if (!(await wasFormerCustodian(db, lane.actor, persona))) return 'none';
  if (hace !== 'crear') return 'traspasada';
  const left = await departureOf(db, lane, persona);
  if (!left?.isRecent || !(await isFromBefore(db, lane, operation, left))) return 'traspasada';
  return (await lastSeenChange(db, lane, operation)) < BigInt(left.cambio) ? 'late' : 'traspasada';
}
