import { and, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { preparedClaim } from '#server/db/receipts.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { nino, usuario } from '#server/db/schema.ts';
import { ONE_ROW, partHasRows } from '#server/db/statement-parts.ts';
import { preparedJournalPart } from '#server/journal/entries.ts';
import { historyColumns, STORED_ON_CONTROL } from './child-history.ts';
import { WRITTEN_SUMMARY_COLUMNS } from './child-summary.ts';
import { CREATOR_COLUMNS, type RecordReader } from './record-reads.ts';
import { preparedControls, writtenValue } from './summary-writes.ts';

const { placeholder } = sql;

export const columnValues = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`of_${name}`, value]));

/** The version of a row (xmin), which changes with every write. */
const stampOf = ({ key }: { key: string }): SQL<string> => sql`${sql.identifier(key)}.xmin::text`;
const unchanged = ({ key }: { key: string }): SQL => sql`${sql.identifier(key)}.xmin = ${placeholder('stamp')}::xid`;

const valueFor = (name: string, column: PgColumn): SQL =>
  sql`${placeholder(`of_${name}`)}::${sql.raw(column.getSQLType())}`;

const setTo = (column: PgColumn, name: string): SQL =>
  sql`${identifier(column)} = ${writtenValue(column, valueFor(name, column))}`;

const made = <C extends PgColumn>(column: C) => sql`made.${identifier(column)}`.mapWith(column);

const identifier = ({ name }: PgColumn) => sql.identifier(name);

/** A save reads without a lock, then writes everything, or nothing if the stamp of the person has changed in between. */
export function createSaveStatements(definition: RecordDefinition, { parent, visibleTo }: RecordReader) {
  const { key, summarised = false } = definition;
  const table = recordTable(key);
  const columns = getTableColumns(table);
  const stored = storedColumns(definition);
  const person = parent ?? { key, table };
  const ofChild = person.key === RECORDS.nino.key;
  const columnsOf = (names: readonly string[]) => names.map((name) => [name, columns[name] as PgColumn] as const);

  const own = [
    ...definition.fieldNames,
    ...(definition.search ? ['busqueda'] : []),
    'advertida',
    ...(summarised && !parent ? WRITTEN_SUMMARY_COLUMNS : []),
  ];
  const created = columnsOf([
    '_id',
    'createdBy',
    'fechaRegistro',
    ...(parent ? ['parentId'] : []),
    ...own,
    ...(summarised && key === RECORDS.control.key ? STORED_ON_CONTROL : []),
  ]);

  const fields = Object.fromEntries(columnsOf(definition.fieldNames));
  /** With all fields of the type itself, because the history holds its other records too. */
  const history = (id: Placeholder) =>
    summarised ? historyColumns(id, { also: { [key]: fields } }) : ({} as ReturnType<typeof historyColumns>);
  const { _id, version, fechaRegistro } = stored;
  const row = {
    ...Object.fromEntries(Object.entries(stored).map(([name, column]) => [name, made(column)])),
    _id: made(_id),
    version: made(version),
    fechaRegistro: made(fechaRegistro),
  };
  const returned = sql.join(
    Object.values(stored).map((column) => sql`${column}`),
    sql`, `,
  );

  /** Locks the person, unless it has changed since the save read it. */
  const locked = (db: Db, actor: Actor) => {
    const conditions = [eq(person.table._id, placeholder('person')), unchanged(person), ...visibleTo(actor, true)];
    return db
      .$with('person', {})
      .as(sql`select ${person.table._id} from ${person.table} where ${and(...conditions)} for update`);
  };

  /** Writes the child's summary, or at least touches the person, so that the stamp changes. */
  const keptOnPerson = (db: Db) => {
    const assignments =
      summarised && ofChild
        ? sql.join(
            WRITTEN_SUMMARY_COLUMNS.map((name) => setTo(nino[name], `kept_${name}`)),
            sql`, `,
          )
        : sql`version = version`;
    return db
      .$with('kept_on_person', {})
      .as(
        sql`update ${person.table} set ${assignments} where _id in (select ${placeholder('person')}::uuid from claimed)`,
      );
  };

  return {
    /** For a record of a person: the person's stamp, and what the new values are checked against. */
    around: (db: Db, actor: Actor) => {
      const id = placeholder('person');
      return db
        .select({
          stamp: stampOf(person),
          birth: ofChild ? sql<string | null>`${nino.fechanacimiento}`.mapWith(nino.fechanacimiento) : sql<null>`null`,
          others: (summarised ? sql`'[]'::json` : jsonRows(fields, table, eq(table.parentId, id))) as SQL<Values[]>,
          history: history(id),
        })
        .from(person.table)
        .where(and(eq(person.table._id, id), ...visibleTo(actor, true)));
    },

    /** Claims the id and writes the record with all that follows from it. @param operation whether the id is also that of its operation */
    create: (db: Db, actor: Actor, operation = false) => {
      const claimed = sql.identifier('claimed');
      const names = sql.join(
        created.map(([, column]) => identifier(column)),
        sql`, `,
      );
      const values = sql.join(
        created.map(([name, column]) => valueFor(name, column)),
        sql`, `,
      );
      const inserted = sql`insert into ${table} (${names}) select ${values} from ${claimed} returning ${returned}`;
      const parts = [
        ...(parent ? [locked(db, actor)] : []),
        db.$with('claimed', {}).as(preparedClaim(parent ? sql.identifier('person') : undefined, operation)),
        preparedJournalPart(db, { action: 'crear', kind: key }, claimed),
        ...(parent && summarised ? [preparedControls(db, partHasRows('claimed'))] : []),
        ...(parent ? [keptOnPerson(db)] : []),
        db.$with('made', {}).as(inserted),
      ];
      return db
        .with(...parts)
        .select({
          creator: CREATOR_COLUMNS,
          row,
          isNew: partHasRows('claimed'),
          isUnchanged: parent ? partHasRows('person') : sql<boolean>`true`,
        })
        .from(usuario)
        .leftJoin(sql`made`, sql`true`)
        .where(eq(usuario._id, placeholder('actor')));
    },

    before: (db: Db, actor: Actor) => {
      const id = placeholder('person');
      return db
        .select({ row: stored, creator: CREATOR_COLUMNS, stamp: stampOf(person), history: history(id) })
        .from(table)
        .innerJoin(usuario, eq(usuario._id, table.createdBy))
        .where(and(eq(table._id, id), ...visibleTo(actor, true)));
    },

    replace: (db: Db, actor: Actor) => {
      const sets = columnsOf(own).map(([name, column]) => setTo(column, name));
      const updated = sql`update ${table} set ${sql.join(sets, sql`, `)}, version = version + 1
        where _id in (select _id from person) returning ${returned}`;
      const parts = [
        locked(db, actor),
        preparedJournalPart(db, { action: 'editar', kind: key }, sql.identifier('person')),
        ...(summarised ? [preparedControls(db, partHasRows('person'))] : []),
        db.$with('made', {}).as(updated),
      ];
      return db
        .with(...parts)
        .select({ row, isUnchanged: partHasRows('person') })
        .from(ONE_ROW)
        .leftJoin(sql`made`, sql`true`);
    },
  };
}
