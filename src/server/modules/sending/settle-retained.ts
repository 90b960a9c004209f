import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Operation } from '#domain/calls/operation.ts';
import { AppError } from '#domain/errors.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { retainedWriteTable, usuario } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import { handOverBooklets } from '#server/modules/handover/hand-over.ts';
import { completeReceipt, lockPerson, personKindOfRecord } from '#server/modules/records/operations.ts';
import { lockPersonId } from '#server/modules/records/person-lock.ts';
import { latestDeletion, restoreBooklet } from '#server/modules/records/restore-person.ts';
import type { Lane } from './lane.ts';
import { laneSeeingAll, operationDefinition, performOperation, type RepositoryOf } from './perform-operation.ts';
import { retainedContent } from './retain.ts';

type Stored = typeof retainedWriteTable.$inferSelect;
type Result = NonNullable<Stored['resultado']>;

const kindOf = ({ tipo }: Pick<Operation, 'tipo'>) => personKindOfRecord(operationDefinition(tipo));

/** Locks an undecided retained write and, before it, its person. @throws AppError notFound, settled */
async function take(inside: Db, id: string): Promise<Stored> {
  const byId = eq(retainedWriteTable._id, id);
  const { persona, tipo } = retainedWriteTable;
  const [about] = await inside.select({ persona, tipo }).from(retainedWriteTable).where(byId);
  if (!about) throw new AppError('notFound');
  await inside.execute(lockPersonId(about.persona));
  // So that this transaction is numbered after all changes of the person that it waits for.
  await lockPerson(inside, kindOf(about), about.persona);
  const [stored] = await inside.select().from(retainedWriteTable).where(byId).for('update');
  if (!stored) throw new AppError('notFound');
  if (stored.resuelta) throw new AppError('settled');
  return stored;
}

async function decide(inside: Db, actor: Actor, { _id }: Stored, resultado: Result, razon: string | null = null) {
  // The person exists under another id: the content that was sent is not needed any more.
  const decided = {
    ...{ resuelta: sql`now()`, resueltaPor: actor.id, resultado, razon },
    ...(resultado === 'traspasado' && { contenido: null }),
  };
  await inside.update(retainedWriteTable).set(decided).where(eq(retainedWriteTable._id, _id));
}

function operationOf({ _id: op, persona, hace, tipo, registro, contenido, recibida }: Stored): Operation {
  const envelope = { op, persona, hace, tipo, _id: registro, capturado: recibida.toISOString() };
  return { ...retainedContent(contenido), ...envelope };
}

async function laneOf(inside: Db, actor: Actor, { usuario: id, equipo }: Stored): Promise<Lane> {
  const [account] = await inside.select({ cedula: usuario.cedula }).from(usuario).where(eq(usuario._id, id));
  const { origin } = actor;
  return laneSeeingAll({ actor: { id, cedula: account?.cedula ?? '', roles: [], session: null, origin }, equipo });
}

async function sameAs(inside: Db, { tipo, valores }: Operation): Promise<string | undefined> {
  const table = recordTable(tipo);
  const { cedula } = getTableColumns(table);
  const sent = valores?.cedula;
  if (!cedula || typeof sent !== 'string') return undefined;
  const [same] = await inside.select({ _id: table._id }).from(table).where(eq(cedula, sent.trim()));
  return same?._id;
}

const HANDED_OVER = 'Es la misma persona: la pidió quien la registró sin señal';

export function createRetainedDecisions({ db, repositoryOf }: { db: Db; repositoryOf: RepositoryOf }) {
  const applyRetained = async (inside: Db, actor: Actor, stored: Stored, operation: Operation): Promise<void> => {
    const kind = kindOf(operation);
    const { persona } = operation;
    let person = await lockPerson(inside, kind, persona);
    const isNew = operation.hace === 'crear' && operation._id === persona;
    if (!person && !isNew) {
      if (operation.hace !== 'eliminar' && (await latestDeletion(inside, persona))) {
        await restoreBooklet(inside, actor, persona);
        person = await lockPerson(inside, kind, persona);
      }
      if (!person && operation.hace !== 'eliminar') throw new AppError('notFound');
    }
    const lane = await laneOf(inside, actor, stored);
    const performing = { inside, lane, repositoryOf, operation, person, decided: true };
    const version = person || isNew ? await performOperation(performing) : undefined;
    await completeReceipt(inside, operation.op, { previo: person?.cambio ?? null, version });
  };

  const accepted = async (inside: Db, actor: Actor, stored: Stored): Promise<Result> => {
    const operation = operationOf(stored);
    const same = stored.motivo === 'mismaPersona' ? await sameAs(inside, operation) : undefined;
    if (!same) {
      await applyRetained(inside, actor, stored, operation);
      return 'aceptado';
    }
    await handOverBooklets(inside, actor, { personas: [same], a: stored.usuario, motivo: HANDED_OVER });
    return 'traspasado';
  };

  return {
    /** Applies it in the name of its author, in one transaction. @throws AppError settled, or as the equivalent call */
    accept: (actor: Actor, id: string): Promise<Result> =>
      db.transaction(async (inside) => {
        const stored = await take(inside, id);
        const resultado = await accepted(inside, actor, stored);
        await decide(inside, actor, stored, resultado);
        const entry = { action: 'aceptar', kind: 'envio', about: id, person: stored.persona } as const;
        await note(inside, actor, { ...entry, after: { tipo: stored.tipo, registro: stored.registro } });
        return resultado;
      }),

    close: (actor: Actor, id: string, razon: string): Promise<void> =>
      db.transaction(async (inside) => {
        const stored = await take(inside, id);
        await decide(inside, actor, stored, 'cerrado', razon);
        const entry = { action: 'cerrar', kind: 'envio', about: id, person: stored.persona } as const;
        await note(inside, actor, { ...entry, after: { tipo: stored.tipo, registro: stored.registro, motivo: razon } });
      }),
  };
}
