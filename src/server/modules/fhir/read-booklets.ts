import { and, asc, eq, inArray, max, sql } from 'drizzle-orm';
import { CATALOGS } from '#domain/catalogs.ts';
import type { ExchangedBooklet, ExchangedRow } from '#domain/exchange/exchanged-booklet.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { RECORDS } from '#domain/records/index.ts';
import { foldText } from '#domain/text.ts';
import type { Reader } from '#server/calls/reader.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, mujer, nino, opcion } from '#server/db/schema.ts';
import { type Statements, UNNAMED } from '#server/lists/statements.ts';
import { recordTypesOf } from '#server/modules/records/row-json.ts';
import { rowsOf } from '#server/modules/sync/booklet-reader.ts';
import { placesCondition } from './people-conditions.ts';

export interface PersonRef {
  readonly tipo: PersonKind;
  readonly persona: string;
}

type Row = Readonly<Record<string, unknown>>;
type RowsByPerson = Map<string, Row[]>;

type Places = Reader['places'];

/** A woman's own booklet, by her cedula. */
async function womenByCedula(db: Db, cedulas: readonly string[], places: Places): Promise<Map<string, string>> {
  if (cedulas.length === 0) return new Map();
  const rows = await db
    .select({ id: mujer._id, cedula: mujer.cedula })
    .from(mujer)
    .where(and(inArray(mujer.cedula, [...cedulas]), placesCondition(mujer, places)));
  return new Map(rows.map(({ id, cedula }) => [cedula, id]));
}

/** The children of women, by the cedula of the mother. */
async function childrenByCedula(db: Db, cedulas: readonly string[], places: Places): Promise<Map<string, string[]>> {
  if (cedulas.length === 0) return new Map();
  const rows = await db
    .select({ id: nino._id, cedula: nino.cedulamadre })
    .from(nino)
    .where(and(inArray(nino.cedulamadre, [...cedulas]), placesCondition(nino, places)))
    .orderBy(asc(nino._id));
  const children = new Map<string, string[]>();
  for (const { id, cedula } of rows) children.set(cedula, [...(children.get(cedula) ?? []), id]);
  return children;
}

/** The last edits of records, by their ids; only those that the journal has. */
async function editsOf(db: Db, people: readonly string[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const rows = await db
    .select({ about: journal.about, at: max(journal.at) })
    .from(journal)
    .where(and(inArray(journal.person, [...people]), eq(journal.action, 'editar')))
    .groupBy(journal.about);
  return new Map(rows.flatMap(({ about, at }) => (about && at ? [[about, at.toISOString()]] : [])));
}

const instantOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

function exchangedRow({ actualizado, ...row }: Row, edits: ReadonlyMap<string, string>): ExchangedRow {
  const fechaRegistro = instantOf(row.fechaRegistro);
  const edited = instantOf(actualizado) ?? edits.get(String(row._id));
  return { ...row, fechaRegistro, actualizado: edited ?? fechaRegistro };
}

const EDITED = ['actualizado'];
/** The last edit of a person is a column, by which a search finds the person. */
const NO_EDITS: ReadonlyMap<string, string> = new Map();
export const exchangedPerson = (row: Row): ExchangedRow => exchangedRow(row, NO_EDITS);
const isEdited = ({ version }: Row) => Number(version) > 1;

const cedulasIn = (people: RowsByPerson, field: 'cedula' | 'cedulamadre'): string[] => [
  ...new Set([...people.values()].flatMap(([row]) => (row?.[field] ? [String(row[field])] : []))),
];

interface ReadOptions {
  /** Null if the reader sees every place. A mother and children of other places are left out: their ids are part of what is read. */
  readonly places: Places;
  /** The keys of the record types to read; by default all. The others are empty. */
  readonly only?: readonly string[] | undefined;
}

async function bookletsOf(
  db: Db,
  tipo: PersonKind,
  ids: readonly string[],
  { places, only }: ReadOptions,
): Promise<ExchangedBooklet[]> {
  const people: RowsByPerson = await rowsOf(db, RECORDS[tipo], ids, EDITED);
  const records: [string, RowsByPerson][] = [];
  for (const definition of recordTypesOf(tipo)) {
    const isRead = only?.includes(definition.key) ?? true;
    records.push([definition.key, isRead ? await rowsOf(db, definition, ids) : new Map()]);
  }
  const edited = ids.filter((id) => records.some(([, rows]) => rows.get(id)?.some(isEdited)));
  const edits = await editsOf(db, edited);
  const mothers = tipo === 'nino' ? await womenByCedula(db, cedulasIn(people, 'cedulamadre'), places) : new Map();
  const children = tipo === 'mujer' ? await childrenByCedula(db, cedulasIn(people, 'cedula'), places) : new Map();
  return ids.flatMap((id) => {
    const [row] = people.get(id) ?? [];
    if (!row) return [];
    const registros = records.map(([key, rows]) => [key, (rows.get(id) ?? []).map((one) => exchangedRow(one, edits))]);
    const madre = mothers.get(String(row.cedulamadre)) ?? null;
    const hijos = children.get(String(row.cedula)) ?? [];
    return [{ tipo, persona: exchangedPerson(row), registros: Object.fromEntries(registros), madre, hijos }];
  });
}

/** Whole booklets in the order of the references, in the snapshots of the statements; deleted people are left out. */
export async function readExchanged(
  db: Db,
  refs: readonly PersonRef[],
  options: ReadOptions,
): Promise<ExchangedBooklet[]> {
  const booklets = new Map<string, ExchangedBooklet>();
  for (const tipo of PERSON_KINDS) {
    const ids = refs.filter((ref) => ref.tipo === tipo).map(({ persona }) => persona);
    if (ids.length === 0) continue;
    for (const booklet of await bookletsOf(db, tipo, ids, options)) booklets.set(String(booklet.persona._id), booklet);
  }
  return refs.flatMap(({ persona }) => booklets.get(persona) ?? []);
}

/** The folded name of a person's establishment; empty without one. */
export const establishmentKey = ({ persona }: ExchangedBooklet): string =>
  foldText(String(persona.establecimiento ?? ''));

const establishmentsOf = (db: Db) => (name: string) =>
  db
    .select({ id: opcion._id, clave: opcion.clave })
    .from(opcion)
    .where(
      and(
        eq(opcion.lista, CATALOGS.establecimiento.key),
        sql`${opcion.clave} = any(${sql.placeholder('names')}::text[])`,
      ),
    )
    .prepare(name);

/**
 * The ids of the establishments that booklets name, by the folded names of the list's options.
 * @param statements keeps the statement of this database for the next time
 */
export async function readEstablishments(
  db: Db,
  booklets: readonly ExchangedBooklet[],
  statements?: Statements,
): Promise<ReadonlyMap<string, string>> {
  const names = new Set(booklets.map(establishmentKey));
  names.delete('');
  if (names.size === 0) return new Map();
  const prepare = establishmentsOf(db);
  const statement = statements ? statements('fhir_establecimientos', prepare) : prepare(UNNAMED);
  const rows = await statement.execute({ names: [...names] });
  return new Map(rows.map(({ id, clave }) => [clave, id]));
}
