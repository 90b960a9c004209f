import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { AppError } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { foldText } from '#domain/text.ts';
import { type Actor, ownOnly } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { brokenUnique } from '#server/db/db-errors.ts';
import { claimId } from '#server/db/receipts.ts';
import { snakeCase } from '#server/db/record-table.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { usuario } from '#server/db/schema.ts';
import { dayConditions, filterConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf, NOT_COUNTED } from '#server/lists/listing.ts';
import { NEWEST_FIRST, sortedBy } from '#server/lists/order.ts';
import { refreshChild } from './child-summary.ts';
import { type Likeness, likenessCondition, likenessOrder } from './likely-matches.ts';
import { narrowingConditions } from './narrowings.ts';
import { isWarned } from './record-warnings.ts';
import type { StoredRow } from './record-wire.ts';

const MATCHES = 3;

interface RepositoryOptions {
  now?: () => Date;
  /** Without them a child is left to `refreshOutdated`: for many records at once. */
  summaries?: boolean;
}

export type RecordRepository = ReturnType<typeof createRecordRepository>;

/** The one place through which records of a type are read and written. Nothing outside `actor`'s sight is touched. */
export function createRecordRepository(db: Db, definition: RecordDefinition, options: RepositoryOptions = {}) {
  const { now = () => new Date(), summaries = true } = options;
  const table = recordTable(definition.key);
  const columns = getTableColumns(table);
  const parent = definition.parent && {
    definition: RECORDS[definition.parent.record as RecordKey],
    table: recordTable(definition.parent.record),
  };
  const owner = parent?.table ?? table;

  const visibleTo = (actor: Actor): SQL[] => {
    const own = ownOnly(actor);
    return own === null ? [] : [eq(owner.createdBy, own)];
  };

  const select = (from: Db, total = NOT_COUNTED) => {
    const creator = { _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido, cedula: usuario.cedula };
    const rows = from
      .select({ row: storedColumns(table), creator, total })
      .from(table)
      .innerJoin(usuario, eq(usuario._id, table.createdBy));
    return (parent ? rows.innerJoin(parent.table, eq(parent.table._id, table.parentId)) : rows).$dynamic();
  };

  const find = async (from: Db, id: string, conditions: SQL[] = []): Promise<StoredRow | undefined> => {
    const rows = await select(from).where(and(eq(table._id, id), ...conditions));
    return rows[0];
  };

  const asked = (query: ListQuery): SQL[] => [
    ...(columns.busqueda ? searchCondition(columns.busqueda, query.q) : []),
    ...dayConditions(table.fechaRegistro, query),
    ...filterConditions(definition.fields, columns, definition.filters ?? [], query),
    ...narrowingConditions(db, definition, columns, query),
  ];

  const writable = (values: Values) => ({
    ...values,
    ...(definition.search ? { busqueda: foldText(definition.search.map((field) => values[field]).join(' ')) } : {}),
  });

  /** Turns a broken unique index into the declared sentence; both come from the same declaration. */
  const uniqueProblem = (error: unknown): AppError | null => {
    const index = brokenUnique(error);
    const broken = definition.unique?.find(({ field }) => index === `${definition.key}_${snakeCase(field)}_unico`);
    return broken ? new AppError('conflict', { problems: [{ msg: broken.message, path: broken.field }] }) : null;
  };

  const inTransaction = async <T>(work: (transaction: Db) => Promise<T>): Promise<T> => {
    try {
      return await db.transaction(work);
    } catch (error) {
      throw uniqueProblem(error) ?? error;
    }
  };

  /** Locks the woman or child, so that nothing is added to one who is being deleted. */
  const lockParent = async (from: Db, actor: Actor, parentId: string): Promise<void> => {
    if (!parent) return;
    const rows = await from
      .select({ id: parent.table._id })
      .from(parent.table)
      .where(and(eq(parent.table._id, parentId), ...visibleTo(actor)))
      .for('update');
    if (rows.length === 0) throw new AppError('notFound');
  };

  const changed = async (from: Db, childId: unknown): Promise<void> => {
    if (summaries && definition.summarised) await refreshChild(from, String(childId));
  };

  /** What is kept of a record beside its fields: whether it was saved in spite of a warning. */
  const keptOf = async (from: Db, values: Values, ownerId?: string) => ({
    advertida: await isWarned(from, definition, values, ownerId),
  });

  return {
    /** Those that the actor may see and asked for; of one parent, when it is given. */
    list(actor: Actor, query: ListQuery, parentId?: string): Listing<StoredRow> {
      const own = visibleTo(actor);
      const counted = () => db.select({ total: count() }).from(table).$dynamic();
      return listingOf<StoredRow>({
        rows: (total) => select(db, total),
        // Every record has its parent: it is only looked at when it is asked about.
        counted: () =>
          parent && own.length > 0
            ? counted().innerJoin(parent.table, eq(parent.table._id, table.parentId))
            : counted(),
        conditions: [...own, ...asked(query), ...(parentId ? [eq(table.parentId, parentId)] : [])],
        order: sortedBy(query.sort ?? NEWEST_FIRST, columns, table.orden),
        keysOf: ({ row }) => row,
      });
    },

    /** @throws AppError notFound unless the parent exists and is the actor's to see. */
    async requireParent(actor: Actor, parentId: string): Promise<void> {
      if (!parent) return;
      const conditions = [eq(parent.table._id, parentId), ...visibleTo(actor)];
      const rows = await db
        .select({ id: parent.table._id })
        .from(parent.table)
        .where(and(...conditions));
      if (rows.length === 0) throw new AppError('notFound');
    },

    /** People the actor may see who are probably the one described; at most three, the most alike first. */
    async likelyMatches(actor: Actor, known: Likeness): Promise<StoredRow[]> {
      const condition = likenessCondition(definition, columns, known);
      if (!condition) return [];
      const rows = select(db)
        .where(and(condition, ...visibleTo(actor)))
        .orderBy(...likenessOrder(definition, columns, known))
        .limit(MATCHES);
      return await rows;
    },

    async get(actor: Actor, id: string): Promise<StoredRow> {
      const row = await find(db, id, visibleTo(actor));
      if (!row) throw new AppError('notFound');
      return row;
    },

    /** Creates a record, or answers with the row of an earlier identical try. */
    create(actor: Actor, id: string, values: Values, parentId?: string): Promise<StoredRow> {
      return inTransaction(async (transaction) => {
        const content = { values, parentId: parentId ?? null };
        if (!(await claimId(transaction, { id, kind: definition.key, userId: actor.id, content }))) {
          const earlier = await find(transaction, id, visibleTo(actor));
          if (!earlier) throw new AppError('idTaken');
          return earlier;
        }
        if (parentId) await lockParent(transaction, actor, parentId);
        const kept = await keptOf(transaction, values, parentId);
        const common = { _id: id, createdBy: actor.id, fechaRegistro: now(), ...(parentId ? { parentId } : {}) };
        await transaction.insert(table).values({ ...writable(values), ...kept, ...common });
        await changed(transaction, parentId ?? id);
        return (await find(transaction, id)) as StoredRow;
      });
    },

    /**
     * Replaces every field.
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
        const kept = await keptOf(transaction, values);
        const updated = await transaction
          .update(table)
          .set({ ...writable(values), ...kept, version: sql`${table.version} + 1` })
          .where(
            and(eq(table._id, id), ...visibleTo(actor), ...(version === undefined ? [] : [eq(table.version, version)])),
          )
          .returning({ id: table._id });
        if (updated.length > 0) await changed(transaction, id);
        const stored = await find(transaction, id, visibleTo(actor));
        if (!stored) throw new AppError('notFound');
        return { stored, replaced: updated.length > 0 };
      });
    },

    remove(actor: Actor, id: string): Promise<void> {
      return inTransaction(async (transaction) => {
        const stored = await find(transaction, id, visibleTo(actor));
        if (!stored) throw new AppError('notFound');
        const parentId = stored.row.parentId;
        if (parentId) await lockParent(transaction, actor, String(parentId));
        const deleted = await transaction.delete(table).where(eq(table._id, id)).returning({ id: table._id });
        if (deleted.length === 0) throw new AppError('notFound');
        await changed(transaction, parentId ?? id);
      });
    },
  };
}
