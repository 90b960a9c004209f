import { and, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_MATCHES, type PersonHints } from '#domain/likeness/likely-matches.ts';
import { listConditions } from '#domain/lists/conditions.ts';
import { NEWEST_FIRST } from '#domain/lists/order.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { custodianOf, usuario } from '#server/db/schema.ts';
import { startOfPage } from '#server/figures/totals.ts';
import {
  isIndexedSearch,
  isIndexedSearchOfPairs,
  isPair,
  pairCondition,
  pairValues,
  searchPatterns,
} from '#server/lists/conditions.ts';
import { type Listing, listingOf, NOT_COUNTED, USUAL_LIMITS } from '#server/lists/listing.ts';
import { orderBy, sortedBy } from '#server/lists/order.ts';
import { createStatements, UNNAMED } from '#server/lists/statements.ts';
import { createTotalCache } from '#server/lists/total-cache.ts';
import { COUNT_LIMIT, COUNTED_AT_MOST, type Computed, type Total } from '#server/lists/totals.ts';
import { likenessTo } from './likely-matches.ts';
import { conditionSql } from './list-conditions.ts';
import { maintainedTotal, maintainedTotalName } from './list-totals.ts';
import type { StoredRow } from './record-wire.ts';

export const CREATOR_COLUMNS = {
  _id: usuario._id,
  nombre: usuario.nombre,
  apellido: usuario.apellido,
  cedula: usuario.cedula,
};

export type RecordReader = ReturnType<typeof createRecordReader>;

/** Reads records of a type, limited to what the actor may see. */
export function createRecordReader(db: Db, definition: RecordDefinition) {
  const table = recordTable(definition.key);
  const columns = getTableColumns(table);
  const stored = storedColumns(definition);
  const statements = createStatements();
  const totals = createTotalCache();
  const parent = definition.parent && {
    key: definition.parent.record,
    table: recordTable(definition.parent.record),
  };
  const owner = parent?.table ?? table;

  /** @param prepared for prepared statements, which get the custodian with their values */
  const visibleTo = (actor: Actor, prepared = false): SQL[] => {
    const own = visibleCreator(actor);
    return own === null ? [] : [eq(custodianOf(owner), prepared ? sql.placeholder('own') : own)];
  };

  /** @param withOwner joins the person, for conditions on it */
  const select = (from: Pick<Db, 'select'>, { total = NOT_COUNTED, withOwner = true } = {}) => {
    const rows = from
      .select({ row: stored, creator: CREATOR_COLUMNS, total })
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
    const otherwise: Computed = maintainedTotal(definition, query, withOwner) ?? {
      // A brigade's own records are few.
      by: maintainedTotalName(definition) && !withOwner ? 'boundedCount' : 'count',
      of: (fields) => {
        const rows = db.select(fields).from(table).$dynamic();
        // Every record has a person: the join is needed only for conditions on it.
        return parent && withOwner ? rows.innerJoin(parent.table, eq(parent.table._id, table.parentId)) : rows;
      },
    };
    if (!query.q || otherwise.by !== 'boundedCount') return otherwise;
    const search = JSON.stringify([
      visibleCreator(actor),
      { ...query, sort: undefined, limit: undefined, offset: undefined },
    ]);
    return { by: 'memory', read: () => totals.of(search), keep: (counted) => totals.keep(search, counted), otherwise };
  };

  const newestFirst = orderBy(sortedBy(NEWEST_FIRST, columns, table.orden));

  /**
   * The newest rows that a search finds, with their number up to {@link COUNT_LIMIT}. One scan of the index of words finds both. The
   * words are read from a subquery, so that PostgreSQL does not look for a plan of their own each time; pairs need one, because many
   * are so frequent that any scan soon has enough rows.
   */
  const newestFound = (name: string, words: readonly string[], own: readonly SQL[], limit: number) =>
    statements(name, (prepared) => {
      const { busqueda } = columns;
      const withPairs = words.some(isPair);
      const like = words.flatMap((word, at) => {
        const pattern = sql.placeholder(`word${at}`);
        if (!withPairs) return [sql`${busqueda} like (select ${pattern}::text)`];
        return [sql`${busqueda} like ${pattern}`, ...(isPair(word) ? [pairCondition(busqueda as PgColumn, at)] : [])];
      });
      const { _id, fechaRegistro, orden } = table;
      const matches = db
        .$with('encontrados', {})
        .as(
          sql`select ${_id}, ${fechaRegistro}, ${orden} from ${table} where ${and(...own, ...like)} limit ${sql.raw(`${COUNT_LIMIT}`)}`,
        );
      const newest = sql`(select ${sql.identifier(_id.name)} from ${matches}
        order by ${sql.identifier(fechaRegistro.name)} desc, ${sql.identifier(orden.name)} desc limit ${sql.raw(`${limit}`)})`;
      const total = sql<number>`(select count(*) from ${matches})`.mapWith(Number);
      return select(db.with(matches), { total, withOwner: false })
        .where(inArray(_id, newest))
        .orderBy(...newestFirst)
        .prepare(withPairs ? UNNAMED : prepared);
    });

  return {
    parent,
    visibleTo,
    find,

    list(actor: Actor, query: ListQuery, parentId?: string): Listing<StoredRow> {
      const narrowed = narrowedBy(query);
      const words = columns.busqueda ? searchPatterns(query.q) : [];
      /** Only values differ, so that a prepared statement serves the query. */
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
            // The best plan depends on the words: a generic plan would scan the whole list for a rare word.
            plannedAnew: words.length > 0,
            values: {
              ...{ own: actor.id, parent: parentId },
              ...Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
            },
          },
        }),
      };
      const listing = listingOf<StoredRow>(source);
      const { total, prepared } = source;
      const memory = total.by === 'memory' ? total : undefined;
      if (prepared && query.q && !parentId && (isIndexedSearch(words) || isIndexedSearchOfPairs(words)))
        return {
          ...listing,
          async page(limit, offset = 0) {
            if (offset > 0 || !USUAL_LIMITS.includes(limit) || (await memory?.read()) !== undefined)
              return listing.page(limit, offset);
            const shape = words.map((word) => (isPair(word) ? 'par' : 'palabra')).join('_');
            const name = `${prepared.name}_encontrados_${shape}_${limit}`;
            const pairs = words.map((word, at) => (isPair(word) ? pairValues(word, at) : {}));
            const values = Object.assign({}, prepared.values, ...pairs);
            const rows = await newestFound(name, words, own, limit).execute(values);
            const counted = rows[0]?.total ?? 0;
            memory?.keep?.(counted);
            // Not all rows were found, so perhaps not the newest.
            return counted > COUNTED_AT_MOST ? listing.page(limit) : { total: counted, rows };
          },
        };
      const totalsName = maintainedTotalName(definition);
      if (!totalsName || !plain || withOwner) return listing;
      return {
        ...listing,
        async page(limit, offset = 0) {
          const start = await startOfPage(db, totalsName, offset);
          if (!start.before) return listing.page(limit, offset);
          const { prepared: _, ...rest } = source;
          const deep = { ...rest, conditions: [lt(table.fechaRegistro, new Date(start.before))] };
          return listingOf<StoredRow>(deep).page(limit, start.offset);
        },
      };
    },

    /** @throws AppError notFound unless the parent exists and the actor may see it */
    async requireParent(actor: Actor, parentId: string): Promise<void> {
      if (!parent) return;
      const conditions = [eq(parent.table._id, parentId), ...visibleTo(actor)];
      const rows = await db
        .select({ id: parent.table._id })
        .from(parent.table)
        .where(and(...conditions));
      if (rows.length === 0) throw new AppError('notFound');
    },

    async likelyMatches(actor: Actor, description: PersonHints): Promise<StoredRow[]> {
      const likeness = likenessTo(definition, columns, description);
      if (!likeness) return [];
      const rows = select(db)
        .where(and(likeness.condition, ...visibleTo(actor)))
        .orderBy(...likeness.order)
        .limit(MAX_MATCHES);
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
