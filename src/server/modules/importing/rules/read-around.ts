import { getTableColumns, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Values } from '#domain/fields/index.ts';
import { identityOf, type RowCells, type RowKeys } from '#domain/importing/judge-row.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import type { importRowTable } from '#server/db/import-tables.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { ONE_ROW } from '#server/db/statement-parts.ts';

export type StoredImportRow = Pick<
  typeof importRowTable.$inferSelect,
  'fila' | 'celdas' | 'detalle' | 'estado' | 'decision' | 'elegida' | 'persona' | 'registro' | 'version' | 'huella'
>;

export interface Person {
  readonly _id: string;
  readonly version: number;
  readonly values: Values;
}

export interface StoredRecord extends Person {
  readonly parentId: string;
  /** Whether it bears a warning. */
  readonly warned: boolean;
  /** What makes a row the same record. */
  readonly identity: string;
}

export interface Around {
  readonly people: readonly Person[];
  readonly byDocument: ReadonlyMap<string, Person>;
  readonly byHcu: ReadonlyMap<string, readonly Person[]>;
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>;
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The columns of the fields of a record. */
export function fieldsOf({ key, fieldNames }: Pick<RecordDefinition, 'key' | 'fieldNames'>) {
  const columns = getTableColumns(recordTable(key));
  return Object.fromEntries(fieldNames.map((name) => [name, columns[name] as PgColumn]));
}

/** What the rows of a record need of its person. */
const OWNER_FIELDS = ['cedula', 'hcu', 'fechanacimiento', 'provincia', 'canton'];

/** @param locked in the order of the ids, so that two transactions wait for each other without a deadlock */
async function peopleWhere(
  db: Db,
  definition: RecordDefinition,
  names: readonly string[],
  where: SQL | undefined,
  locked: boolean,
): Promise<Person[]> {
  const { _id, version } = recordTable(definition.key);
  const rows = db
    .select({ _id, version, values: fieldsOf({ ...definition, fieldNames: names }) })
    .from(recordTable(definition.key))
    .where(where)
    .orderBy(_id);
  return (await (locked ? rows.for('update') : rows)) as Person[];
}

/** A row with its cells by field, and the keys of its person. */
export interface Named {
  readonly row: StoredImportRow;
  readonly cells: RowCells;
  readonly keys: RowKeys;
}

/** Reads, and locks for writing, the persons that the rows name, and their records of this kind. */
export async function readAround(
  db: Db,
  owner: RecordDefinition,
  definition: RecordDefinition,
  rows: readonly Named[],
  locked: boolean,
): Promise<Around> {
  const table = recordTable(owner.key);
  const { cedula, hcu } = getTableColumns(table) as Record<string, PgColumn>;
  const distinct = (texts: (string | null)[]) => [...new Set(texts.flatMap((text) => (text ? [text] : [])))];
  const documents = distinct(rows.map(({ keys }) => keys.cedula));
  const histories = definition.parent ? distinct(rows.map(({ keys }) => (keys.cedula === '' ? keys.hcu : ''))) : [];
  const chosen = distinct(rows.map(({ row }) => (row.decision === 'misma' ? row.elegida : null)));
  const conditions = [
    ...(documents.length > 0 ? [inArray(cedula as PgColumn, documents)] : []),
    ...(histories.length > 0 ? [inArray(hcu as PgColumn, histories)] : []),
    ...(chosen.length > 0 ? [inArray(table._id, chosen)] : []),
  ];
  const names = definition.parent ? owner.fieldNames.filter((name) => OWNER_FIELDS.includes(name)) : owner.fieldNames;
  const people = conditions.length > 0 ? await peopleWhere(db, owner, names, or(...conditions), locked) : [];
  const byHcu = groupBy(people, ({ values }) => String(values.hcu));
  const byDocument = new Map(people.map((one) => [String(one.values.cedula), one]));
  if (!definition.parent || people.length === 0) return { people, byDocument, byHcu, records: new Map() };
  const own = recordTable(definition.key);
  const ids = people.map(({ _id }) => _id);
  // One JSON value is read faster than thousands of rows.
  const [read] = await db
    .select({
      records: jsonRows(
        { ...fieldsOf(definition), _id: own._id, version: own.version, parentId: own.parentId, warned: own.advertida },
        own,
        inArray(own.parentId, ids),
      ),
    })
    .from(ONE_ROW);
  const records = ((read?.records ?? []) as (Values & Omit<StoredRecord, 'values' | 'identity'>)[]).map(
    ({ _id, version, parentId, warned, ...values }): StoredRecord => ({
      ...{ _id, version, parentId, warned, values },
      identity: identityOf(definition, '', values),
    }),
  );
  return { people, byDocument, byHcu, records: groupBy(records, ({ parentId }) => parentId) };
}
