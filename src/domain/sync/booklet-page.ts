import type { StoredRecord } from '../calls/record-wire.ts';
import type { Field } from '../fields/index.ts';
import type { PersonKind } from '../journal/journal.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { RECORD_LIST, RECORDS } from '../records/index.ts';
import { type Column, type ColumnKind, type ColumnRow, type PackedRows, packRows, unpackRows } from './columns.ts';
import { shortHash } from './short-hash.ts';
import { countPackedIds, unpackSeries } from './small-text.ts';

type Author = StoredRecord['createdBy'];

export interface SyncedBooklet {
  readonly tipo: PersonKind;
  /** The id of the transaction that last changed it. */
  readonly cambio: string;
  readonly custodio: Author;
  /** The code on paper; null while there is none. */
  readonly codigo: string | null;
  readonly persona: ColumnRow;
  readonly registros: Readonly<Record<string, readonly ColumnRow[]>>;
}

/** Booklets as columns: rows by record type; a record's `de` is the index of its person on the page. */
export interface PackedBooklets {
  autores: Author[];
  filas: Record<string, PackedRows>;
}

const TEXT: ColumnKind = { is: 'text' };
const DATE: ColumnKind = { is: 'date' };
const number = (decimals: number): ColumnKind => ({ is: 'number', decimals });

/** The encoding of each summary field of a child: the summary travels because a phone would need seconds to compute all of them. */
export const SUMMARY_COLUMN_KINDS = {
  estado: TEXT,
  controlFecha: DATE,
  controlEdad: number(0),
  controlPeso: number(2),
  controlLongitud: number(2),
  vacunas: number(0),
  zpeso: number(2),
  ztalla: number(2),
  zpesotalla: number(2),
  zimc: number(2),
  discrepancia: TEXT,
  gestacion: number(0),
  edadCorregida: { is: 'flag' },
  ztallaCronologica: number(2),
  cruce: TEXT,
  proximoControl: DATE,
  proximaVacuna: DATE,
  prioridad: number(0),
  visitarDesde: DATE,
  seguimientoHasta: DATE,
  visto: DATE,
  desnutricionDesde: DATE,
  vacunasDebidas: TEXT,
  revisar: DATE,
} as const satisfies Readonly<Record<string, ColumnKind>>;

const NO_BIRTH = '2020-01-01';

const kindOf = (field: Field): ColumnKind => {
  if (field.kind === 'number') return number(field.decimals);
  if (field.kind === 'date') return DATE;
  return field.kind === 'flag' ? { is: 'flag' } : TEXT;
};

const UNIQUE: ReadonlySet<string> = new Set(RECORD_LIST.flatMap(({ unique = [] }) => unique.map(({ field }) => field)));

const PERSON_COLUMNS: readonly Column[] = [
  { name: 'tipo', kind: TEXT },
  { name: 'cambio', kind: { is: 'plain' } },
  { name: 'custodio', kind: number(0) },
  { name: 'codigo', kind: TEXT },
];

const REGISTERED = 'fechaRegistro';

function columnsOf({ key, fields, parent }: RecordDefinition): readonly Column[] {
  const own = Object.entries(fields).map(([name, field]) => ({
    name,
    kind: UNIQUE.has(name) ? ({ is: 'plain' } as const) : kindOf(field),
  }));
  const summary =
    key === RECORDS.nino.key ? Object.entries(SUMMARY_COLUMN_KINDS).map(([name, kind]) => ({ name, kind })) : [];
  return [
    ...(parent ? [{ name: 'de', kind: number(0) }] : PERSON_COLUMNS),
    { name: 'version', kind: number(0) },
    { name: 'orden', kind: number(0) },
    { name: 'advertida', kind: { is: 'flag' } },
    { name: 'autor', kind: number(0) },
    ...own,
    ...summary,
    { name: REGISTERED, kind: { is: 'instant', near: own.find(({ kind }) => kind.is === 'date')?.name } },
    { name: '_id', kind: { is: 'id', near: REGISTERED } },
  ];
}

const COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map(
  RECORD_LIST.map((definition) => [definition.key, columnsOf(definition)]),
);
const PEOPLE = RECORD_LIST.filter(({ parent }) => !parent);

/** Increase with every change of how a kind of column is encoded. */
const PACKING = 4;

/** Changes with every field that is added, removed or encoded differently. */
export const BOOKLET_FORMAT = shortHash(JSON.stringify([PACKING, ...COLUMNS]));

const dayOf = ({ fechanacimiento }: ColumnRow) => String(fechanacimiento ?? NO_BIRTH);

interface Place {
  readonly row: ColumnRow;
  readonly day: string;
}

export function packBooklets(booklets: readonly SyncedBooklet[]): PackedBooklets {
  const places = new Map<string, number>();
  const autores: Author[] = [];
  const placeOf = (author: Author) => {
    const place = places.get(author._id) ?? autores.push(author) - 1;
    places.set(author._id, place);
    return place;
  };
  const withAuthor = ({ createdBy, ...row }: ColumnRow): ColumnRow => ({ ...row, autor: placeOf(createdBy as Author) });
  const rows = new Map<string, Place[]>([...COLUMNS.keys()].map((key) => [key, []]));
  const ordered = PEOPLE.flatMap(({ key }) => booklets.filter(({ tipo }) => tipo === key));
  for (const [at, { tipo, cambio, custodio, codigo, persona, registros }] of ordered.entries()) {
    const bookletColumns = { tipo, cambio, custodio: placeOf(custodio), codigo };
    rows.get(tipo)?.push({ row: { ...withAuthor(persona), ...bookletColumns }, day: NO_BIRTH });
    const day = dayOf(persona);
    for (const [key, records] of Object.entries(registros))
      for (const record of records) rows.get(key)?.push({ row: { ...withAuthor(record), de: at }, day });
  }
  const filas: Record<string, PackedRows> = {};
  for (const [key, columns] of COLUMNS) {
    const of = rows.get(key) ?? [];
    const [all, days] = [of.map(({ row }) => row), of.map(({ day }) => day)];
    if (all.length > 0) filas[key] = packRows(columns, all, days);
  }
  return { autores, filas };
}

const sizeOf = (packed: PackedRows | undefined) => countPackedIds(String(packed?._id ?? ''));

export const countBooklets = ({ filas }: PackedBooklets): number =>
  PEOPLE.reduce((sum, { key }) => sum + sizeOf(filas[key]), 0);

/** @throws TypeError for a page of another format */
export function unpackBooklets({ autores, filas }: PackedBooklets): SyncedBooklet[] {
  const unpacked = (key: string, days: readonly string[]) => {
    const packed = filas[key];
    const columns = COLUMNS.get(key);
    const rows = packed && columns ? unpackRows(columns, packed, days) : [];
    return rows.map(({ autor, ...row }): ColumnRow => ({ ...row, createdBy: autores[Number(autor)] }));
  };
  const booklets = PEOPLE.flatMap(({ key }) =>
    unpacked(
      key,
      Array.from({ length: sizeOf(filas[key]) }, () => NO_BIRTH),
    ),
  ).map(({ tipo, cambio, custodio, codigo, ...persona }) => {
    const records = RECORD_LIST.filter(({ parent }) => parent?.record === tipo);
    return {
      ...{ tipo: tipo as PersonKind, cambio: String(cambio), custodio: autores[Number(custodio)] as Author },
      ...{ codigo: codigo === null ? null : String(codigo), persona },
      registros: Object.fromEntries(records.map(({ key }) => [key, [] as ColumnRow[]])),
    };
  });
  for (const { key, parent } of RECORD_LIST) {
    const packed = filas[key];
    if (!parent || !packed) continue;
    const days = unpackSeries(String(packed.de)).map((at) => dayOf(booklets[Number(at)]?.persona ?? {}));
    for (const { de, ...row } of unpacked(key, days)) booklets[Number(de)]?.registros[key]?.push(row);
  }
  return booklets;
}
