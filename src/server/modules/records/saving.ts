import { eq } from 'drizzle-orm';
import type { Operation } from '#domain/calls/operation.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import type { Print } from '#server/db/receipts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { receiptTable } from '#server/db/schema.ts';
import { printOf } from './operation-print.ts';
import { applyOnce, personKindOfRecord, type Receipt, type SentOperation } from './operations.ts';
import type { RecordRepository } from './record-repository.ts';
import { type StoredRow, toWire } from './record-wire.ts';
import type { CreatedRecord } from './record-writes.ts';

interface SentForm {
  readonly op: string | null;
  readonly body: unknown;
}

/** The booklet's stamp with an operation; null without one. */
interface Stamped {
  readonly sello: string | null;
}

/** The stored row; for the repeated save of a booklet that the actor may no longer see, only the version. */
export type SaveResult = Stamped &
  (
    | { readonly stored: StoredRow; readonly isNew: boolean }
    | { readonly stored: null; readonly version: number | undefined }
  );

export type Saving = ReturnType<typeof createSaving>;

/** Saves forms. A form that names its operation is applied once, even if a device sends the same operation again. */
export function createSaving(db: Db, definition: RecordDefinition, repository: RecordRepository) {
  const { key: tipo, parent } = definition;
  const kind = personKindOfRecord(definition);
  const besideValues = new Set(['_id', 'version', ...(parent ? [parent.field] : [])]);

  const valuesOf = (body: unknown): Operation['valores'] =>
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !besideValues.has(name)))
      : undefined;

  const printFor = (body: unknown, hace: Operation['hace'], _id: string, persona: string) =>
    printOf(definition, { hace, tipo, _id, persona, valores: valuesOf(body) });
  const sentOf = (op: string, persona: string, print: Print): SentOperation => ({ op, persona, print, equipo: null });

  /** The result of an earlier save: the stored row if the actor may see it, otherwise the version of the receipt. */
  const asStored = async (
    actor: Actor,
    { resultado, version, sello }: Receipt,
    id: string,
    unless: ErrorCode,
  ): Promise<SaveResult> => {
    if (resultado !== 'hecha') throw new AppError(unless);
    const stored = await repository.find(db, id, repository.visibleTo(actor));
    if (stored) return { stored, isNew: false, sello };
    if (!(await repository.find(db, id))) throw new AppError(unless);
    return { stored: null, version: version ?? undefined, sello };
  };

  /** The person of a record; if this operation has deleted the record, its receipt knows the person. */
  const ownerOf = async (op: string, id: string): Promise<string> => {
    if (!parent) return id;
    const [receipt] = await db
      .select({ persona: receiptTable.persona })
      .from(receiptTable)
      .where(eq(receiptTable._id, op));
    if (receipt?.persona) return receipt.persona;
    const { _id, parentId } = recordTable(tipo);
    const [row] = await db.select({ parentId }).from(recordTable(tipo)).where(eq(_id, id));
    if (!row) throw new AppError('notFound');
    return String(row.parentId);
  };

  return {
    async create(
      actor: Actor,
      { op, body }: SentForm,
      id: string,
      values: Values,
      parentId?: string,
    ): Promise<SaveResult> {
      const asSaved = (row: CreatedRecord, sello: string | null): SaveResult => ({
        stored: row,
        isNew: row.isNew,
        sello,
      });
      const print = printFor(body, 'crear', id, parentId ?? id);
      const created = { id, print, values, parentId };
      if (op === null) return asSaved(await repository.create(actor, created), null);
      const done = await applyOnce(db, actor, sentOf(op, parentId ?? id, print), kind, async (inside) => {
        const value = await repository.create(actor, created, { inside, op });
        return { value, version: value.row.version };
      });
      return done.before ? asStored(actor, done.before, id, 'idTaken') : asSaved(done.value, done.receipt.sello);
    },

    /** @throws AppError outdated, with the stored row, if the version is no longer current */
    async replace(
      actor: Actor,
      { op, body }: SentForm,
      id: string,
      values: Values,
      version?: number,
    ): Promise<SaveResult> {
      const replacing = async (inside?: Db) => {
        const { stored, replaced } = await repository.replace(actor, id, values, version, { inside });
        if (!replaced) throw new AppError('outdated', { row: toWire(definition, stored) });
        return stored;
      };
      if (op === null) return { stored: await replacing(), isNew: true, sello: null };
      const sent = sentOf(op, id, printFor(body, 'reemplazar', id, id));
      const done = await applyOnce(db, actor, sent, kind, async (inside) => {
        const value = await replacing(inside);
        return { value, version: value.row.version };
      });
      if (done.before) return asStored(actor, done.before, id, 'notFound');
      return { stored: done.value, isNew: true, sello: done.receipt.sello };
    },

    async remove(actor: Actor, { op, body }: SentForm, id: string): Promise<Stamped> {
      if (op === null) {
        await repository.remove(actor, id);
        return { sello: null };
      }
      const persona = await ownerOf(op, id);
      const sent = sentOf(op, persona, printFor(body, 'eliminar', id, persona));
      const done = await applyOnce(db, actor, sent, kind, async (inside) => ({
        value: await repository.remove(actor, id, { inside }),
      }));
      // The operation is retained and not decided yet.
      if (done.before?.resultado === 'retenida') throw new AppError('idTaken');
      return done.before ?? done.receipt;
    },
  };
}
