import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Operation } from '#domain/calls/operation.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { AppError } from '#domain/errors.ts';
import type { Value, Values } from '#domain/fields/index.ts';
import { problemsOf, type RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { seeingAll } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { receiptTable } from '#server/db/schema.ts';
import { printOf } from '#server/modules/records/operation-print.ts';
import type { LockedPerson } from '#server/modules/records/operations.ts';
import type { RecordRepository } from '#server/modules/records/record-repository.ts';
import { type StoredRow, toWire } from '#server/modules/records/record-wire.ts';
import { lastAuthor } from './authors.ts';
import { isUnchangedSinceSeen, type Lane } from './lane.ts';

export type RepositoryOf = (key: string) => RecordRepository;

export const invalidField = (path: string, msg: string) => new AppError('invalid', { problems: [{ msg, path }] });

const LONGEST_GIVEN_UP = 2_000;

const isValue = (value: unknown): value is Value =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= LONGEST_GIVEN_UP);

function givenUpOf({ fieldNames }: RecordDefinition, { descartado }: Operation): Values | undefined {
  if (!descartado) return undefined;
  const declared = Object.entries(descartado).filter(([name]) => fieldNames.includes(name));
  const values: Record<string, Value> = {};
  for (const [name, value] of declared) {
    if (!isValue(value)) throw invalidField(`descartado.${name}`, 'Debe ser un valor como los que se guardan');
    values[name] = value;
  }
  return values;
}

interface Performing {
  readonly inside: Db;
  readonly lane: Lane;
  readonly repositoryOf: RepositoryOf;
  readonly operation: Operation;
  readonly person: LockedPerson | null;
  /** A supervisor has decided: later changes do not stop a deletion. */
  readonly decided?: boolean;
  /** Recorded before a hand-over and received after it; the journal says so. */
  readonly late?: boolean;
}

/** Validates a body with the schema of the equivalent call. @throws AppError invalid with the problems of the fields */
function parseWith<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new AppError('invalid', { problems: problemsOf(read.error) });
}

async function create(definition: RecordDefinition, performing: Performing) {
  const { inside, lane, repositoryOf, operation, late = false } = performing;
  const { parent } = definition;
  const { _id, persona, valores } = operation;
  const body = { ...valores, ...(parent && { [parent.field]: persona }), _id };
  const { values } = parseWith(recordCalls(definition).create.body, body);
  const repository = repositoryOf(definition.key);
  const record = { id: _id, print: printOf(definition, operation), values, parentId: parent && persona };
  const writing = { inside, op: operation.op, givenUp: givenUpOf(definition, operation), late };
  try {
    return (await repository.create(lane.actor, record, writing)).row.version;
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'idTaken';
    // This operation created the record, which was deleted since.
    if (isTaken && (await repository.wasCreated(inside, lane.actor, record))) return undefined;
    throw error;
  }
}

/** The version that is replaced; undefined if the operation that made it is unknown. */
async function versionSeen({ inside, lane, operation }: Performing): Promise<number | undefined> {
  const { version, tras, persona } = operation;
  if (version !== undefined) return version;
  if (tras === undefined) throw invalidField('version', 'Falta la versión que se reemplaza');
  const own = and(
    eq(receiptTable._id, tras),
    eq(receiptTable.usuario, lane.actor.id),
    eq(receiptTable.persona, persona),
  );
  const [earlier] = await inside.select({ version: receiptTable.version }).from(receiptTable).where(own);
  return earlier?.version ?? undefined;
}

/** The submitted values of the fields that the sending program knows, and the stored values of all others. */
function merged({ fieldNames }: RecordDefinition, { campos, valores }: Operation, stored: Record<string, unknown>) {
  if (!campos) return valores;
  const others = fieldNames.filter((name) => !campos.includes(name));
  const submitted = Object.entries(valores ?? {}).filter(([name]) => campos.includes(name));
  return { ...Object.fromEntries(submitted), ...Object.fromEntries(others.map((name) => [name, stored[name]])) };
}

const outdated = async (definition: RecordDefinition, inside: Db, row: StoredRow, of?: string) =>
  new AppError('outdated', {
    row: toWire(definition, row),
    author: await lastAuthor(inside, row.row._id, row, of),
  });

async function replace(definition: RecordDefinition, performing: Performing) {
  const { inside, lane, repositoryOf, operation } = performing;
  if (definition.parent) throw invalidField('hace', 'Un registro no se reemplaza: se elimina y se crea otro');
  const repository = repositoryOf(definition.key);
  const stored = await repository.find(inside, operation._id);
  if (!stored) throw new AppError('notFound');
  const body = merged(definition, operation, toWire(definition, stored));
  const { values } = parseWith(recordCalls(definition).replace.body, body);
  const version = await versionSeen(performing);
  if (version !== stored.row.version) throw await outdated(definition, inside, stored, operation._id);
  const writing = { inside, givenUp: givenUpOf(definition, operation) };
  const done = await repository.replace(lane.actor, operation._id, values, version, writing);
  if (!done.replaced) throw await outdated(definition, inside, done.stored, operation._id);
  return done.stored.row.version;
}

async function remove(definition: RecordDefinition, performing: Performing): Promise<undefined> {
  const { inside, lane, repositoryOf, operation, person, decided } = performing;
  const { _id, persona } = operation;
  const repository = repositoryOf(definition.key);
  if (definition.parent) {
    const { _id: id, parentId } = recordTable(definition.key);
    const [row] = await inside.select({ parentId }).from(recordTable(definition.key)).where(eq(id, _id));
    if (!row) return;
    if (row.parentId !== persona) throw invalidField('persona', 'El registro es de otra persona');
  } else if (!decided && person && !(await isUnchangedSinceSeen(inside, lane, operation, person))) {
    const row = await repository.find(inside, _id);
    if (row) throw await outdated(definition, inside, row);
  }
  await repository.remove(lane.actor, _id, { inside });
}

const ACTIONS = { crear: create, reemplazar: replace, eliminar: remove };

/** @throws AppError as the equivalent call; outdated, with the row and its author, if the record has changed */
export function performOperation(performing: Performing): Promise<number | undefined> {
  const { tipo, hace } = performing.operation;
  return ACTIONS[hace](operationDefinition(tipo), performing);
}

/** A lane whose actor sees every booklet, so that it may write where the account no longer can. */
export const laneSeeingAll = (lane: Lane): Lane => ({ ...lane, actor: seeingAll(lane.actor) });

export function operationDefinition(tipo: string): RecordDefinition {
  const definition = RECORD_LIST.find(({ key }) => key === tipo);
  if (!definition) throw invalidField('tipo', 'Debe ser un tipo de registro');
  return definition;
}
