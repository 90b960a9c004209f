import { asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { SUMMARY_COLUMN_KINDS, SyncedBooklet } from '#domain/sync/booklet-page.ts';
import type { ColumnRow } from '#domain/sync/columns.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { bookletCode, usuario } from '#server/db/schema.ts';
import { SUMMARY_COLUMNS } from '#server/modules/records/child-summary.ts';
import { CREATOR_COLUMNS } from '#server/modules/records/record-reads.ts';
import { recordTypesOf } from '#server/modules/records/row-json.ts';

/** Does not compile if devices would get other columns than the stored summary. */
const KEPT: readonly (keyof typeof SUMMARY_COLUMN_KINDS)[] = SUMMARY_COLUMNS;

const SYNCED = ['advertida'];

export interface BookletRef {
  readonly persona: string;
  readonly tipo: PersonKind;
  readonly custodio: string;
  readonly cambio: string;
}

/** Whole rows by person, in the order of registration; of a child with the stored summary. @param more other columns of the table */
export async function rowsOf(
  db: Db,
  definition: RecordDefinition,
  people: readonly string[],
  more: readonly string[] = [],
) {
  const table = recordTable(definition.key);
  const columns = getTableColumns(table);
  const summaryColumns = definition.key === RECORDS.nino.key ? KEPT : [];
  const row = {
    ...storedColumns(definition),
    ...Object.fromEntries([...summaryColumns, ...more].map((name) => [name, columns[name] as PgColumn])),
  };
  const of = definition.parent ? table.parentId : table._id;
  const rows = await db
    .select({ row, creator: CREATOR_COLUMNS })
    .from(table)
    .innerJoin(usuario, eq(usuario._id, table.createdBy))
    .where(inArray(of, [...people]))
    .orderBy(asc(table.orden));
  const byPerson = new Map<string, ColumnRow[]>();
  for (const { row: whole, creator } of rows) {
    const { parentId, fechaRegistro, ...fields } = whole as Record<string, unknown> & { fechaRegistro: Date };
    const person = String(definition.parent ? parentId : fields._id);
    const one = { ...fields, fechaRegistro: fechaRegistro.toISOString(), createdBy: creator };
    const others = byPerson.get(person);
    if (others) others.push(one);
    else byPerson.set(person, [one]);
  }
  return byPerson;
}

async function custodiansOf(db: Db, refs: readonly BookletRef[]) {
  const ids = [...new Set(refs.map(({ custodio }) => custodio))];
  const accounts =
    ids.length === 0 ? [] : await db.select(CREATOR_COLUMNS).from(usuario).where(inArray(usuario._id, ids));
  return new Map(accounts.map((account) => [account._id, account]));
}

async function codesOf(db: Db, refs: readonly BookletRef[]) {
  const ids = refs.map(({ persona }) => persona);
  const { persona, codigo } = bookletCode;
  const rows =
    ids.length === 0 ? [] : await db.select({ persona, codigo }).from(bookletCode).where(inArray(persona, ids));
  return new Map(rows.map((row) => [row.persona, row.codigo]));
}

/** Whole booklets in the snapshots of the statements; deleted people are left out. */
export async function readBooklets(db: Db, refs: readonly BookletRef[]): Promise<SyncedBooklet[]> {
  const booklets = new Map<string, SyncedBooklet>();
  const custodians = await custodiansOf(db, refs);
  const codes = await codesOf(db, refs);
  for (const tipo of PERSON_KINDS) {
    const some = refs.filter((one) => one.tipo === tipo);
    const ids = some.map(({ persona }) => persona);
    if (ids.length === 0) continue;
    const people = await rowsOf(db, RECORDS[tipo], ids, SYNCED);
    const records: [string, Map<string, ColumnRow[]>][] = [];
    for (const definition of recordTypesOf(tipo))
      records.push([definition.key, await rowsOf(db, definition, ids, SYNCED)]);
    for (const { persona: id, cambio, custodio: custodian } of some) {
      const [persona] = people.get(id) ?? [];
      const custodio = custodians.get(custodian);
      const registros = Object.fromEntries(records.map(([key, of]) => [key, of.get(id) ?? []]));
      const codigo = codes.get(id) ?? null;
      if (persona && custodio) booklets.set(id, { tipo, cambio, custodio, codigo, persona, registros });
    }
  }
  return refs.flatMap(({ persona }) => booklets.get(persona) ?? []);
}
