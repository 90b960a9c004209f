import { and, count, eq, inArray, isNull, sum } from 'drizzle-orm';
import {
  type Operation,
  operationSchema,
  RETAINED_REASON_TEXTS,
  type RetainedReason,
} from '#domain/calls/operation.ts';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, retainedWriteTable } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';
import type { LockedPerson, Result } from '#server/modules/records/operations.ts';
import { lockPersonIdShared } from '#server/modules/records/person-lock.ts';
import type { Lane } from './lane.ts';
import { operationDefinition } from './perform-operation.ts';
import { storableJson } from './storable-json.ts';

export const MAX_RETAINED = 2_000;
/** A day of sixty children is a tenth of it. */
export const MAX_RETAINED_BYTES = 4 * 1024 * 1024;

const keptSchema = operationSchema.pick({
  ...{ version: true, tras: true, sello: true, campos: true, valores: true, descartado: true },
});

/** The stored content of a retained write; empty after the person was erased. */
export const retainedContent = (contenido: unknown) => keptSchema.parse(contenido ?? {});

type Content = Readonly<Record<string, unknown>>;

const only = (content: Content, names: readonly string[]): Content =>
  Object.fromEntries(Object.entries(content).filter(([name]) => names.includes(name)));

/** The content reduced to declared fields: others are never applied, so they are not stored. */
function declaredOf({ tipo, campos, valores, descartado, ...rest }: Operation) {
  const { fieldNames, nest } = operationDefinition(tipo);
  const values = valores && only(valores, nest ? [...fieldNames, nest.key] : fieldNames);
  const items: unknown = nest && values?.[nest.key];
  const inner: readonly unknown[] = Array.isArray(items) ? items.slice(0, 1) : [];
  const nested = inner.map((item) =>
    typeof item === 'object' && item !== null ? only(item as Content, nest?.fields ?? []) : item,
  );
  return keptSchema.parse({
    ...rest,
    ...(campos && { campos: campos.filter((name) => fieldNames.includes(name)) }),
    ...(values && { valores: { ...values, ...(nest && Array.isArray(items) && { [nest.key]: nested }) } }),
    ...(descartado && { descartado: only(descartado, fieldNames) }),
  });
}

const openOf = ({ actor }: Lane) => and(eq(retainedWriteTable.usuario, actor.id), isNull(retainedWriteTable.resuelta));

/** @throws AppError notFound if the person was erased: nothing more about her is stored */
async function requireNotErased(inside: Db, persona: string): Promise<void> {
  await inside.execute(lockPersonIdShared(persona));
  const erased = and(eq(journal.person, persona), eq(journal.action, 'borrar'));
  const erasures = await inside.select({ seq: journal.seq }).from(journal).where(erased).limit(1);
  if (erasures.length > 0) throw new AppError('notFound');
}

export async function retainOperation(
  inside: Db,
  lane: Lane,
  operation: Operation,
  motivo: RetainedReason,
  person: LockedPerson | null,
): Promise<Result<RetainedReason>> {
  const { op, persona, tipo, hace, _id: registro } = operation;
  // An existing person is locked already, and erasing waits for that lock.
  if (!person) await requireNotErased(inside, persona);
  const contenido = storableJson(declaredOf(operation));
  const bytes = Buffer.byteLength(JSON.stringify(contenido));
  const [open] = await inside
    .select({ many: count(), bytes: sum(retainedWriteTable.bytes).mapWith(Number) })
    .from(retainedWriteTable)
    .where(openOf(lane));
  if ((open?.many ?? 0) >= MAX_RETAINED || (open?.bytes ?? 0) + bytes > MAX_RETAINED_BYTES)
    throw new AppError('tooManyRetained');
  const owner = { usuario: lane.actor.id, equipo: lane.equipo, persona };
  await inside.insert(retainedWriteTable).values({ _id: op, ...owner, tipo, hace, registro, contenido, bytes, motivo });
  const after = { tipo, registro, motivo: RETAINED_REASON_TEXTS[motivo] };
  await note(inside, lane.actor, { action: 'entregar', kind: 'envio', about: op, person: persona, after });
  return { value: motivo, resultado: 'retenida' };
}

export async function retainedStatus(db: Db, op: string) {
  const { motivo, resuelta, resultado, razon } = retainedWriteTable;
  const [retained] = await db
    .select({ motivo, resuelta, resultado, razon })
    .from(retainedWriteTable)
    .where(eq(retainedWriteTable._id, op));
  return retained;
}

/** The booklets in which an earlier write of the account waits for a decision, and why. */
export async function retainedReasons(db: Db, lane: Lane, people: string[]): Promise<Map<string, RetainedReason>> {
  const { persona, motivo } = retainedWriteTable;
  const waiting = and(openOf(lane), inArray(persona, people));
  const rows = await db.selectDistinct({ persona, motivo }).from(retainedWriteTable).where(waiting);
  return new Map(rows.map((row) => [row.persona, row.motivo]));
}
