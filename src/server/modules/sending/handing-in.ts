import { and, eq, isNotNull } from 'drizzle-orm';
import type { Operation } from '#domain/calls/operation.ts';
import { seesEverything } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { envioRetenido, journal } from '#server/db/schema.ts';
import { type HeldPerson, personKindOf } from '#server/modules/records/operations.ts';
import { definitionOf } from './perform.ts';
import { handedOn, wasHersWhenDeleted } from './standing.ts';

/** Whether the account once saw every booklet: what a supervisor recorded may be of anybody's. */
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

/** Whether the account has handed in the very registration of somebody who is not there yet. */
async function registered(db: Db, { id }: Actor, persona: string): Promise<boolean> {
  const own = and(
    eq(envioRetenido.persona, persona),
    eq(envioRetenido.registro, persona),
    eq(envioRetenido.usuario, id),
    eq(envioRetenido.hace, 'crear'),
  );
  return (await db.select({ _id: envioRetenido._id }).from(envioRetenido).where(own).limit(1)).length > 0;
}

/**
 * Whether a booklet is or was the account's, so that supervision has something to decide: she is its custodian, was before a hand-over or
 * the deletion, or registers the person with this very operation.
 */
export async function mayHandIn(
  db: Db,
  actor: Actor,
  { hace, tipo, persona, _id }: Operation,
  person: HeldPerson | null,
): Promise<boolean> {
  if (person?.custodio === actor.id) return true;
  if (!person && hace === 'crear' && _id === persona) return true;
  const had = person
    ? await handedOn(db, actor, persona)
    : await wasHersWhenDeleted(db, actor, personKindOf(definitionOf(tipo)), persona);
  return had || (!person && (await registered(db, actor, persona))) || sawEverything(db, actor);
}
