import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import { AppError } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import { changedFields } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import { foldText } from '#domain/text.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { isThere, ONCE } from '#server/db/parts.ts';
import { type Creation, claiming, requireSame } from '#server/db/receipts.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { nino, usuario } from '#server/db/schema.ts';
import { type Entry, journalPart } from '#server/journal/entries.ts';
import { type ChildHistory, historyColumns, withRecord } from './child-history.ts';
import { controlsKept, summaryOf, summaryParts, writeSummary } from './child-summary.ts';
import { fieldsOf, wholeRows } from './kept-rows.ts';
import { CREATOR, type RecordReads } from './record-reads.ts';
import { recordTransaction } from './record-transaction.ts';
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

/** What a child's summary follows from in its own fields. */
const whoFrom = ({ sexo, fechanacimiento }: Values) => ({
  sexo: String(sexo ?? ''),
  birth: fechanacimiento ? String(fechanacimiento) : null,
});

/**
 * How records of a type are written, each time in one transaction of as few statements as its promises allow: what must be read under
 * the lock on the woman or child is read in one, and all that is written is written in one.
 */
export function createRecordWrites(db: Db, definition: RecordDefinition, reads: RecordReads, options: WriteOptions) {
  const { now = () => new Date(), summaries = true } = options;
  const { key } = definition;
  const table = recordTable(key);
  const columns = storedColumns(definition);
  const { parent, visibleTo, find } = reads;
  const summarised = summaries && definition.summarised === true;

  const writable = (values: Values) => ({
    ...values,
    ...(definition.search ? { busqueda: foldText(definition.search.map((field) => values[field]).join(' ')) } : {}),
  });

  const inTransaction = recordTransaction(db, definition);

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
    const all = getTableColumns(table);
    const fields = Object.fromEntries(definition.fieldNames.map((name) => [name, all[name] as PgColumn]));
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
    return (await summaryOf({ ...whoFrom(values), registered, control: [], vacuna: [] })).child;
  };

  /** What will be kept on a child once its own fields are these. */
  const summaryWith = async (transaction: Db, id: string, values: Values) => {
    const [history] = await transaction.select(historyColumns(id)).from(nino).where(eq(nino._id, id));
    if (!history) throw new AppError('notFound');
    return summaryOf({ ...history, ...whoFrom(values) });
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
        const entry = { action: 'crear', kind: key, about: id, person: parentId ?? id, after: values } as const;
        const noted = journalPart(transaction, actor, entry);
        if (!parentId) {
          const kept = summarised ? await newChild(values, at) : {};
          const [row] = await transaction
            .with(noted)
            .insert(table)
            .values({ ...record, ...kept })
            .returning(columns);
          return { row, creator } as StoredRow;
        }
        const summary = around.history && (await summaryOf(withRecord(around.history, { key, _id: id, values, at })));
        const own = summary?.controls.find(({ _id }) => _id === id);
        const [row] = await transaction
          .with(noted, ...(summary ? summaryParts(transaction, parentId, summary, id) : []))
          .insert(table)
          .values({ ...own, ...record, parentId })
          .returning(columns);
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
        const [locked] = await transaction
          .select({ row: columns, creator: CREATOR })
          .from(table)
          .innerJoin(usuario, eq(usuario._id, table.createdBy))
          .where(and(eq(table._id, id), ...visibleTo(actor)))
          .for('update', { of: table });
        if (!locked) throw new AppError('notFound');
        const { row: before, creator } = locked as StoredRow;
        if (version !== undefined && version !== before.version)
          return { stored: { row: before, creator }, replaced: false };
        const summary = summarised ? await summaryWith(transaction, id, values) : null;
        const changed = changedFields(before, values);
        const entry: Entry = { action: 'editar', kind: key, about: id, person: id, ...changed };
        const [row] = await transaction
          .with(journalPart(transaction, actor, entry), ...(summary ? controlsKept(transaction, summary.changed) : []))
          .update(table)
          .set({
            ...writable(values),
            ...summary?.child,
            advertida: isWarned(values, { birth: null, others: [] }),
            version: sql`${table.version} + 1`,
          })
          .where(eq(table._id, id))
          .returning(columns);
        return { stored: { row, creator } as StoredRow, replaced: true };
      });
    },

    remove(actor: Actor, id: string): Promise<void> {
      return inTransaction(async (transaction) => {
        const gone = transaction.$with('gone', {}).as(sql`delete from ${table} where ${table._id} = ${id} returning *`);
        const entry = { action: 'eliminar', kind: key, about: id } as const;
        if (!parent) {
          const visible = and(eq(table._id, id), ...visibleTo(actor));
          // First the lock: a record that somebody is adding is then there to be kept, or refused.
          const [locked] = await transaction.select({ id: table._id }).from(table).where(visible).for('update');
          if (!locked) throw new AppError('notFound');
          const whole = {
            ...entry,
            person: id,
            before: fieldsOf(definition, 'gone'),
            kept: wholeRows(definition, id, 'gone'),
          };
          const noted = journalPart(transaction, actor, whole, sql.identifier('gone'));
          await transaction
            .with(gone, noted)
            .select({ wasThere: isThere('gone') })
            .from(ONCE);
          return;
        }
        const parentId = transaction.select({ id: table.parentId }).from(table).where(eq(table._id, id));
        const [owner] = await transaction
          .select({ id: parent.table._id })
          .from(parent.table)
          .where(and(eq(parent.table._id, sql`(${parentId})`), ...visibleTo(actor)))
          .for('update');
        if (!owner) throw new AppError('notFound');
        const ofOwner = { ...entry, person: owner.id, before: fieldsOf(definition, 'gone') };
        const deleting = transaction.with(gone, journalPart(transaction, actor, ofOwner, sql.identifier('gone')));
        const wasThere = isThere('gone');
        if (!summarised) {
          const [row] = await deleting.select({ wasThere }).from(ONCE);
          if (!row?.wasThere) throw new AppError('notFound');
          return;
        }
        const [child] = await deleting
          .select({ ...historyColumns(owner.id, id), wasThere })
          .from(nino)
          .where(eq(nino._id, owner.id));
        if (!child?.wasThere) throw new AppError('notFound');
        await writeSummary(transaction, owner.id, await summaryOf(child));
      });
    },
  };
}
