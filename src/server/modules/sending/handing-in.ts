import { and, eq, isNotNull } from 'drizzle-orm';
import type { Operation } from '#domain/calls/operation.ts';
import { seesEverything } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, retainedWriteTable } from '#server/db/schema.ts';
import { type LockedPerson, personKindOfRecord } from '#server/modules/records/operations.ts';
import { operationDefinition } from './perform-operation.ts';
import { wasCustodianWhenDeleted, wasFormerCustodian } from './standing.ts';

/** Whether the account once had a role that sees every booklet: then it may have recorded in any of them. */
async function sawEverything(db: Db, { id }: Actor): Promise<boolean> {
  const changed = and(
    eq(journal.about, id),
    eq(journal.kind, 'usuario'),
    eq(journal.action, 'editar'),
    isNotNull(journal.before),
  );
  const entries = await db.select({ before: journal.before }).from(journal).where(changed);
  return entries.some(({ before }) => seesEverything(String((before as { roles?: unknown }).roles ?? '').split(', ')));
}

async function registered(db: Db, { id }: Actor, persona: string): Promise<boolean> {
  const own = and(
    eq(retainedWriteTable.persona, persona),
    eq(retainedWriteTable.registro, persona),
    eq(retainedWriteTable.usuario, id),
    eq(retainedWriteTable.hace, 'crear'),
  );
  return (await db.select({ _id: retainedWriteTable._id }).from(retainedWriteTable).where(own).limit(1)).length > 0;
}

/** Whether an operation may be handed in: the account is or was the custodian, registers the person, or once saw every booklet. */
export async function mayHandIn(
  db: Db,
  actor: Actor,
  { hace, tipo, persona, _id }: Operation,
  person: LockedPerson | null,
): Promise<boolean> {
  if (person?.custodio === actor.id) return true;
  if (!person && hace === 'crear' && _id === persona) return true;
  const wasCustodian = person
    ? await wasFormerCustodian(db, actor, persona)
    : await wasCustodianWhenDeleted(db, actor, personKindOfRecord(operationDefinition(tipo)), persona);
  return wasCustodian || (!person && (await registered(db, actor, persona))) || sawEverything(db, actor);
}
