import { and, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { AppError } from '#domain/errors.ts';
import { type Known, MOST_MATCHES } from '#domain/likeness/likely-matches.ts';
import { listConditions } from '#domain/lists/conditions.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { type Actor, ownOnly } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { custodianOf, usuario } from '#server/db/schema.ts';
import { startOfPage } from '#server/figures/totals.ts';
import { searchPatterns } from '#server/lists/conditions.ts';
import { type Listing, listingOf, NOT_COUNTED } from '#server/lists/listing.ts';
import { NEWEST_FIRST, sortedBy } from '#server/lists/order.ts';
import { createRememberedTotals } from '#server/lists/remembered-totals.ts';
import { createStatements } from '#server/lists/statements.ts';
import type { Computed, Total } from '#server/lists/totals.ts';
import { likenessTo } from './likely-matches.ts';
import { conditionSql } from './list-conditions.ts';
import { keptAs, keptTotal } from './list-totals.ts';
import type { StoredRow } from './record-wire.ts';

/** Who recorded something, as every record shows it. */
export const CREATOR = { _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido, cedula: usuario.cedula };

export type RecordReads = ReturnType<typeof createRecordReads>;

/** How records of a type are read. Nothing outside `actor`'s sight is seen. */
export function createRecordReads(db: Db, definition: RecordDefinition) {
  const table = recordTable(definition.key);
  const columns = getTableColumns(table);
  const stored = storedColumns(definition);
  const statements = createStatements();
  const totals = createRememberedTotals();
  const parent = definition.parent && {
    key: definition.parent.record,
    table: recordTable(definition.parent.record),
  };
  const owner = parent?.table ?? table;

  /** Of a statement that is prepared, the creator is said with its values. */
  const visibleTo = (actor: Actor, prepared = false): SQL[] => {
    const own = ownOnly(actor);
    return own === null ? [] : [eq(custodianOf(owner), prepared ? sql.placeholder('own') : own)];
  };

  /** @param withOwner for conditions on the woman or child whose record it is */
  const select = (from: Db, { total = NOT_COUNTED, withOwner = true } = {}) => {
    const rows = from
      .select({ row: stored, creator: CREATOR, total })
      .from(table)
      .innerJoin(usuario, eq(usuario._id, table.createdBy));
    return (parent && withOwner ? rows.innerJoin(parent.table, eq(parent.table._id, table.parentId)) : rows).$dynamic();
  };

  const find = async (from: Db, id: string, conditions: SQL[] = []): Promise<StoredRow | undefined> => {
    const rows = await select(from).where(and(eq(table._id, id), ...conditions));
    return rows[0];
  };

  const narrowedBy = (query: ListQuery): SQL[] =>
    listConditions(definition, query, today()).flatMap((condition) => conditionSql(db, columns, condition));

  const totalOf = (actor: Actor, query: ListQuery, withOwner: boolean): Total => {
    const otherwise: Computed = keptTotal(definition, query, withOwner) ?? {
      // Of somebody's own there are not so many.
      by: keptAs(definition) && !withOwner ? 'boundedCount' : 'count',
      of: (fields) => {
        const rows = db.select(fields).from(table).$dynamic();
        // Every record has its parent: it is only looked at when it is asked about.
        return parent && withOwner ? rows.innerJoin(parent.table, eq(parent.table._id, table.parentId)) : rows;
      },
    };
    if (!query.q) return otherwise;
    // A search that found much is not counted again for a minute.
    const search = JSON.stringify([ownOnly(actor), { ...query, sort: undefined, limit: undefined, offset: undefined }]);
    return { by: 'memory', read: () => totals.of(search), keep: (total) => totals.counted(search, total), otherwise };
  };

  return {
    parent,
    visibleTo,
    find,

    /** Those that the actor may see and asked for; of one parent, when it is given. */
    list(actor: Actor, query: ListQuery, parentId?: string): Listing<StoredRow> {
      const narrowed = narrowedBy(query);
      const words = columns.busqueda ? searchPatterns(query.q) : [];
      /** Nothing is said but values, which a statement that was built before takes. */
      const usual = narrowed.length === 0 && !query.sort;
      const plain = usual && words.length === 0;
      const own = visibleTo(actor, usual);
      const withOwner = own.length > 0;
      const given = (placeholder: string, value: string | undefined) =>
        usual ? sql`${sql.placeholder(placeholder)}` : sql`${value}`;
      const name = `lista_${definition.key}${withOwner ? '_propia' : ''}${parentId ? '_de' : ''}`;
      const source = {
        db,
        rows: (total: SQL<number>) => select(db, { total, withOwner }),
        total: totalOf(actor, query, withOwner),
        conditions: [
          ...own,
          ...words.map((word, at) => sql`${columns.busqueda} like ${given(`word${at}`, word)}`),
          ...narrowed,
          ...(parentId ? [eq(table.parentId, given('parent', parentId))] : []),
        ],
        order: sortedBy(query.sort ?? NEWEST_FIRST, columns, table.orden),
        keysOf: ({ row }: StoredRow) => row,
        ...(usual && {
          prepared: {
            statements,
            name: words.length > 0 ? `${name}_busca_${words.length}` : name,
            // What is best depends on the words: for any of them the whole list would be walked for a rare one.
            plannedAnew: words.length > 0,
            values: {
              ...{ own: actor.id, parent: parentId },
              ...Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
            },
          },
        }),
      };
      const listing = listingOf<StoredRow>(source);
      const kept = keptAs(definition);
      if (!kept || !plain || withOwner) return listing;
      return {
        ...listing,
        async page(limit, offset = 0) {
          const start = await startOfPage(db, kept, offset);
          if (!start.before) return listing.page(limit, offset);
          const { prepared: _, ...rest } = source;
          const deep = { ...rest, conditions: [lt(table.fechaRegistro, new Date(start.before))] };
          return listingOf<StoredRow>(deep).page(limit, start.offset);
        },
      };
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

    /** People the actor may see who are probably the one described, the most alike first. */
    async likelyMatches(actor: Actor, known: Known): Promise<StoredRow[]> {
      const likeness = likenessTo(definition, columns, known);
      if (!likeness) return [];
      const rows = select(db)
        .where(and(likeness.condition, ...visibleTo(actor)))
        .orderBy(...likeness.order)
        .limit(MOST_MATCHES);
      return await rows;
    },

    async get(actor: Actor, id: string): Promise<StoredRow> {
      const own = visibleTo(actor, true);
      const one = statements(`${definition.key}_por_id${own.length > 0 ? '_propia' : ''}`, (name) =>
        select(db)
          .where(and(eq(table._id, sql.placeholder('id')), ...own))
          .prepare(name),
      );
      const [row] = await one.execute({ id, own: actor.id });
      if (!row) throw new AppError('notFound');
      return row;
    },
  };
}
