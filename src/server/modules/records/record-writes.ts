import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import { AppError } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import { foldText } from '#domain/text.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { type Creation, claiming, requireSame } from '#server/db/receipts.ts';
import { snakeCase } from '#server/db/record-table.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { nino, usuario } from '#server/db/schema.ts';
import { refusingTaken } from '#server/db/unique-writes.ts';
import { type ChildHistory, historyColumns, withRecord } from './child-history.ts';
import { summaryOf, summaryParts, writeSummary } from './child-summary.ts';
import { CREATOR, type RecordReads } from './record-reads.ts';
import type { StoredRow } from './record-wire.ts';

export interface WriteOptions {
  now?: () => Date;
  /** Without them a child is left to `refreshOutdated`: for many records at once. */
  summaries?: boolean;
}

/** What a new record is looked at with: the person's other records of its type, and what its child's summary follows from. */
interface Surroundings {
  birth: string | null;
  others: Values[];
  history: ChildHistory | null;
}

const isThere = (part: string) => sql<boolean>`exists (select 1 from ${sql.identifier(part)})`;

/**
 * How records of a type are written, each time in one transaction of as few statements as its promises allow: what must be read under
 * the lock on the woman or child is read in one, and all that is written is written in one.
 */
export function createRecordWrites(db: Db, definition: RecordDefinition, reads: RecordReads, options: WriteOptions) {
  const { now = () => new Date(), summaries = true } = options;
  const { key } = definition;
  const table = recordTable(key);
  const { parent, visibleTo, find } = reads;
  const summarised = summaries && definition.summarised === true;

  const writable = (values: Values) => ({
    ...values,
    ...(definition.search ? { busqueda: foldText(definition.search.map((field) => values[field]).join(' ')) } : {}),
  });

  // The index and the sentence come from the same declaration.
  const inTransaction = refusingTaken(db, (index) => {
    const broken = definition.unique?.find(({ field }) => index === `${key}_${snakeCase(field)}_unico`);
    return broken && { msg: broken.message, path: broken.field };
  });

  /** Whether the form would have warned of these values: the same rules, with the person's other records as they are stored. */
  const isWarned = (values: Values, { birth, others }: Pick<Surroundings, 'birth' | 'others'>) =>
    warningsOf(definition, values, { today: today(), birth, others }).length > 0;

  /**
   * Locks the woman or child, so that nothing is added to one who is being deleted, and then takes the id.
   * @returns who records it, and whether the id is new
   * @throws AppError notFound when the woman or child is not the actor's to see
   */
  const claim = async (transaction: Db, actor: Actor, creation: Creation, parentId?: string) => {
    const parts = [];
    if (parent && parentId) {
      const visible = and(eq(parent.table._id, parentId), ...visibleTo(actor));
      const locking = sql`select ${parent.table._id} from ${parent.table} where ${visible} for update`;
      parts.push(transaction.$with('parent', {}).as(locking));
    }
    const ofParent = parts.length > 0;
    const claimed = claiming(creation, ofParent ? sql.identifier('parent') : undefined);
    const [row] = await transaction
      .with(...parts, transaction.$with('claimed', {}).as(claimed))
      .select({ ...CREATOR, isNew: isThere('claimed'), hasParent: ofParent ? isThere('parent') : sql<boolean>`true` })
      .from(usuario)
      .where(eq(usuario._id, actor.id));
    if (!row?.hasParent) throw new AppError('notFound');
    const { isNew, hasParent: _, ...creator } = row;
    return { creator, isNew };
  };

  /** Read under the lock: what somebody else wrote meanwhile counts. */
  const surroundingsOf = async (transaction: Db, parentId: string | undefined): Promise<Surroundings> => {
    const none = { birth: null, others: [], history: null };
    if (!parent || !parentId) return none;
    const columns = getTableColumns(table);
    const fields = Object.fromEntries(definition.fieldNames.map((name) => [name, columns[name] as PgColumn]));
    const others = jsonRows(fields, table, eq(table.parentId, parentId)) as SQL<Values[]>;
    if (parent.key !== RECORDS.nino.key) {
      const [row] = await transaction.select({ others }).from(parent.table).where(eq(parent.table._id, parentId));
      return { ...none, ...row };
    }
    const ofChild = eq(nino._id, parentId);
    if (!summarised) {
      const [row] = await transaction.select({ others, birth: nino.fechanacimiento }).from(nino).where(ofChild);
      return { ...none, ...row };
    }
    const [row] = await transaction
      .select({ others, ...historyColumns(parentId) })
      .from(nino)
      .where(ofChild);
    return row ? { birth: row.birth, others: row.others, history: row } : none;
  };

  /** What is kept on a child that has no record yet. */
  const newChild = async (values: Values, registered: Date) => {
    const { sexo, fechanacimiento } = values;
    const birth = fechanacimiento ? String(fechanacimiento) : null;
    return (await summaryOf({ sexo: String(sexo ?? ''), birth, registered, control: [], vacuna: [] })).child;
  };

  return {
    /** Creates a record, or answers with the row of an earlier identical try. */
    create(actor: Actor, id: string, values: Values, parentId?: string): Promise<StoredRow> {
      return inTransaction(async (transaction) => {
        const creation = { id, kind: key, userId: actor.id, content: { values, parentId: parentId ?? null } };
        const { creator, isNew } = await claim(transaction, actor, creation, parentId);
        if (!isNew) {
          await requireSame(transaction, creation);
          const earlier = await find(transaction, id, visibleTo(actor));
          if (!earlier) throw new AppError('idTaken');
          return earlier;
        }
        const at = now();
        const around = await surroundingsOf(transaction, parentId);
        const record = {
          ...writable(values),
          _id: id,
          createdBy: actor.id,
          fechaRegistro: at,
          advertida: isWarned(values, around),
        };
        if (!parentId) {
          const kept = summarised ? await newChild(values, at) : {};
          const [row] = await transaction
            .insert(table)
            .values({ ...record, ...kept })
            .returning(storedColumns(table));
          return { row, creator } as StoredRow;
        }
        const summary = around.history && (await summaryOf(withRecord(around.history, { key, _id: id, values, at })));
        const own = summary?.controls.find(({ _id }) => _id === id);
        const [row] = await transaction
          .with(...(summary ? summaryParts(transaction, parentId, summary, id) : []))
          .insert(table)
          .values({ ...own, ...record, parentId })
          .returning(storedColumns(table));
        return { row, creator } as StoredRow;
      });
    },

    /**
     * Replaces every field of a woman or child.
     * @param version the version the editor saw; when given and no longer current, nothing is written
     * @returns the row and whether it was replaced
     */
    replace(
      actor: Actor,
      id: string,
      values: Values,
      version?: number,
    ): Promise<{ stored: StoredRow; replaced: boolean }> {
      return inTransaction(async (transaction) => {
        const advertida = isWarned(values, { birth: null, others: [] });
        const current = version === undefined ? [] : [eq(table.version, version)];
        const [row] = await transaction
          .update(table)
          .set({ ...writable(values), advertida, version: sql`${table.version} + 1` })
          .where(and(eq(table._id, id), ...visibleTo(actor), ...current))
          .returning({ ...storedColumns(table), createdBy: table.createdBy });
        if (!row) {
          const stored = await find(transaction, id, visibleTo(actor));
          if (!stored) throw new AppError('notFound');
          return { stored, replaced: false };
        }
        const by = eq(usuario._id, row.createdBy);
        if (!summarised) {
          const [creator] = await transaction.select(CREATOR).from(usuario).where(by);
          return { stored: { row, creator } as StoredRow, replaced: true };
        }
        const [child] = await transaction
          .select({ ...historyColumns(id), creator: CREATOR })
          .from(nino)
          .innerJoin(usuario, by)
          .where(eq(nino._id, id));
        const { creator, ...history } = child as NonNullable<typeof child>;
        const summary = await summaryOf(history);
        await writeSummary(transaction, id, summary);
        return { stored: { row: { ...row, ...summary.child }, creator }, replaced: true };
      });
    },

    remove(actor: Actor, id: string): Promise<void> {
      return inTransaction(async (transaction) => {
        const deleting = () => transaction.delete(table).where(eq(table._id, id));
        if (!parent) {
          const deleted = await transaction
            .delete(table)
            .where(and(eq(table._id, id), ...visibleTo(actor)))
            .returning({ id: table._id });
          if (deleted.length === 0) throw new AppError('notFound');
          return;
        }
        const parentId = transaction.select({ id: table.parentId }).from(table).where(eq(table._id, id));
        const [owner] = await transaction
          .select({ id: parent.table._id })
          .from(parent.table)
          .where(and(eq(parent.table._id, sql`(${parentId})`), ...visibleTo(actor)))
          .for('update');
        if (!owner) throw new AppError('notFound');
        if (!summarised) {
          if ((await deleting().returning({ id: table._id })).length === 0) throw new AppError('notFound');
          return;
        }
        const deleted = transaction.$with('deleted').as(deleting().returning({ id: table._id }));
        const [child] = await transaction
          .with(deleted)
          .select({ ...historyColumns(owner.id, id), wasThere: isThere('deleted') })
          .from(nino)
          .where(eq(nino._id, owner.id));
        if (!child?.wasThere) throw new AppError('notFound');
        await writeSummary(transaction, owner.id, await summaryOf(child));
      });
    },
  };
}
