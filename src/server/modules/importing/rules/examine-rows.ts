import { createHash } from 'node:crypto';
import { getTableColumns, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import type { RowMatch, RowProblem, RowState } from '#domain/calls/importing.ts';
import type { Values } from '#domain/fields/index.ts';
import { cellText } from '#domain/importing/headers.ts';
import {
  changesOfRow,
  identityOf,
  judgeRow,
  keysOfRow,
  LOST_ZERO,
  labelOfKey,
  type RowCells,
  type RowKeys,
} from '#domain/importing/judge-row.ts';
import { PERSON_KEYS, RESPONSIBLE } from '#domain/importing/target.ts';
import { MAX_MATCHES } from '#domain/likeness/likely-matches.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import type { Db } from '#server/db/connect.ts';
import type { importRowTable, RowDetail } from '#server/db/import-tables.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { ONE_ROW } from '#server/db/statement-parts.ts';
import { likenessTo } from '#server/modules/records/likely-matches.ts';
import type { ImportContext } from './import-rules.ts';

export type StoredImportRow = Pick<
  typeof importRowTable.$inferSelect,
  'fila' | 'celdas' | 'estado' | 'decision' | 'elegida' | 'persona' | 'registro' | 'version' | 'huella'
>;

/** What a row would do now. `write` exists for rows that would create or change something. */
export interface ExaminedRow {
  readonly fila: number;
  readonly estado: RowState;
  readonly clave: string | null;
  readonly huella: string | null;
  readonly detalle: RowDetail;
  readonly persona: string | null;
  readonly registro: string | null;
  readonly version: number | null;
  readonly write?: {
    readonly values: Values;
    readonly before: Values | null;
    readonly responsible: string;
    readonly warned: boolean;
  };
}

interface Person {
  readonly _id: string;
  readonly version: number;
  readonly values: Values;
}

interface StoredRecord extends Person {
  readonly parentId: string;
  /** What makes a row the same record. */
  readonly identity: string;
}

interface Around {
  readonly people: readonly Person[];
  readonly byDocument: ReadonlyMap<string, Person>;
  readonly byHcu: ReadonlyMap<string, readonly Person[]>;
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>;
}

const NOT_ACTIVE = 'Ninguna cuenta activa que registre libretas tiene esta cédula';
const NO_RESPONSIBLE = 'La cuenta elegida como responsable ya no está activa. Elige otra.';
const NOUNS: Readonly<Record<string, { one: string; many: string }>> = {
  mujer: { one: 'una mujer registrada', many: 'mujeres' },
  nino: { one: 'un niño registrado', many: 'niños' },
};

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const hashed = (values: Values) => createHash('sha256').update(JSON.stringify(values)).digest('base64url');

function fieldsOf({ key, fieldNames }: Pick<RecordDefinition, 'key' | 'fieldNames'>) {
  const columns = getTableColumns(recordTable(key));
  return Object.fromEntries(fieldNames.map((name) => [name, columns[name] as PgColumn]));
}

/** @param locked in the order of the ids, so that two transactions wait for each other without a deadlock */
/** What the rows of a record need to know of its person. */
const OWNER_FIELDS = ['cedula', 'hcu', 'fechanacimiento', 'provincia', 'canton'];

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

interface Named {
  readonly row: StoredImportRow;
  readonly cells: RowCells;
  readonly keys: RowKeys;
}

/** Reads, and locks for writing, the persons that the rows name, and their records of this kind. */
async function readAround(
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
        { ...fieldsOf(definition), _id: own._id, version: own.version, parentId: own.parentId },
        own,
        inArray(own.parentId, ids),
      ),
    })
    .from(ONE_ROW);
  const records = ((read?.records ?? []) as (Values & Omit<StoredRecord, 'values' | 'identity'>)[]).map(
    ({ _id, version, parentId, ...values }): StoredRecord => ({
      ...{ _id, version, parentId, values },
      identity: identityOf(definition, '', values),
    }),
  );
  return { people, byDocument, byHcu, records: groupBy(records, ({ parentId }) => parentId) };
}

const problemOf = (definition: RecordDefinition, cells: RowCells, campo: string, msg: string): RowProblem => ({
  campo,
  titulo: labelOfKey(definition, campo),
  valor: cellText(cells.get(campo)),
  msg,
});

/** The person of a record's row, or the problem with its keys. */
function ownerOf(
  definition: RecordDefinition,
  { cells, keys }: Named,
  { byDocument, byHcu }: Around,
): Person | RowProblem {
  const { one = '', many = '' } = NOUNS[definition.parent?.record ?? ''] ?? {};
  if (keys.cedula !== '') {
    const person = byDocument.get(keys.cedula);
    return (
      person ?? problemOf(definition, cells, PERSON_KEYS.cedula, `No hay ${one} con esta cédula. Impórtala primero.`)
    );
  }
  if (keys.hcu === '') return problemOf(definition, cells, PERSON_KEYS.cedula, `Falta la cédula o la HCU`);
  const people = byHcu.get(keys.hcu) ?? [];
  if (people.length === 1) return people[0] as Person;
  const msg =
    people.length === 0
      ? `No hay ${one} con esta HCU. Impórtala primero.`
      : `Hay ${people.length} ${many} con esta HCU: usa la cédula`;
  return problemOf(definition, cells, PERSON_KEYS.hcu, msg);
}

/** The stored person that a row changes: the one with its document, or the likely match that was chosen. */
function personOf({ row, keys }: Named, { people, byDocument }: Around): Person | null {
  const chosen = row.decision === 'misma' ? people.find(({ _id }) => _id === row.elegida) : undefined;
  return chosen ?? byDocument.get(keys.cedula) ?? null;
}

/** The chosen person would get the document that another one has. */
function takenDocument(
  { cells, keys }: Named,
  target: Person | null,
  { byDocument }: Around,
  definition: RecordDefinition,
): RowProblem[] {
  const other = byDocument.get(keys.cedula);
  const [taken] = definition.unique ?? [];
  return taken && target && other && other._id !== target._id
    ? [problemOf(definition, cells, taken.field, taken.message)]
    : [];
}

const sameTwice = (count: number): RowProblem => ({
  ...{ campo: '', titulo: '', valor: '' },
  msg: `La libreta ya tiene ${count} registros como este: corrígelos allí`,
});

function isDerived({ fields }: RecordDefinition, name: string): boolean {
  const field = fields[name];
  return field?.kind === 'number' && field.derivation !== undefined;
}

const isProblem = (owner: Person | RowProblem): owner is RowProblem => 'msg' in owner;

async function likelyMatchesOf(db: Db, definition: RecordDefinition, values: Values): Promise<RowMatch[]> {
  const table = recordTable(definition.key);
  const columns = getTableColumns(table);
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]));
  const likeness = likenessTo(definition, columns, texts);
  if (!likeness) return [];
  const { _id, cedula, nombres, apellidos, provincia, canton, fechanacimiento } = columns as Record<string, PgColumn>;
  const shown = { _id, cedula, nombres, apellidos, provincia, canton, ...(fechanacimiento && { fechanacimiento }) };
  const rows: Record<string, unknown>[] = await db
    .select(shown as Record<string, PgColumn>)
    .from(table)
    .where(likeness.condition)
    .orderBy(...likeness.order)
    .limit(MAX_MATCHES);
  const text = (value: unknown) => String(value ?? '');
  return rows.map((row) => ({
    ...{ _id: text(row._id), cedula: text(row.cedula), nombres: text(row.nombres), apellidos: text(row.apellidos) },
    ...{ provincia: text(row.provincia), canton: text(row.canton) },
    ...('fechanacimiento' in row && {
      fechanacimiento: row.fechanacimiento === null ? null : text(row.fechanacimiento),
    }),
  }));
}

function recordsLike(definition: RecordDefinition, records: readonly StoredRecord[], values: Values): StoredRecord[] {
  const identity = identityOf(definition, '', values);
  return records.filter((record) => record.identity === identity);
}

export interface Examining {
  /** Locks the persons, for writing. */
  readonly locked: boolean;
}

/** Judges rows against what is stored now. */
export async function examineRows(
  db: Db,
  context: ImportContext,
  rows: readonly StoredImportRow[],
  { locked }: Examining,
): Promise<ExaminedRow[]> {
  const { definition } = context;
  const owner: RecordDefinition = definition.parent ? RECORDS[definition.parent.record as RecordKey] : definition;
  const named = rows.map((row): Named => {
    const cells = context.cellsOf(row.celdas);
    return { row, cells, keys: keysOfRow(context, cells) };
  });
  const around = await readAround(db, owner, definition, named, locked);
  const examined: ExaminedRow[] = [];
  const day = today();
  for (const one of named) examined.push(await examineRow(db, context, one, around, { locked, day }));
  return examined;
}

async function examineRow(
  db: Db,
  context: ImportContext,
  one: Named,
  around: Around,
  { locked, day }: Examining & { day: string },
): Promise<ExaminedRow> {
  const { definition } = context;
  const { row, cells, keys } = one;
  const { fila, decision } = row;
  const nothing = { fila, clave: null, huella: null, persona: null, registro: null, version: null };
  if (decision === 'omitir') return { ...nothing, estado: 'omitida', detalle: {} };
  const owner = definition.parent ? ownerOf(definition, one, around) : null;
  const responsible = context.responsibleOf(keys.responsible);
  const hasOwn = keys.responsible !== '' && context.stored.columnas.includes(RESPONSIBLE);
  const unowned = [
    ...keys.problems,
    // A document that lost its zero is reported as such.
    ...(owner && isProblem(owner) && !keys.problems.some(({ campo }) => campo === owner.campo) ? [owner] : []),
    ...(responsible === null && !keys.problems.some(({ campo }) => campo === RESPONSIBLE)
      ? [problemOf(definition, cells, RESPONSIBLE, hasOwn ? NOT_ACTIVE : NO_RESPONSIBLE)]
      : []),
  ];
  const person = owner && !isProblem(owner) ? owner : null;
  const target = definition.parent ? null : personOf(one, around);
  const records = person ? (around.records.get(person._id) ?? []) : [];
  const place = person?.values ?? {};
  const surroundings = {
    birth: person?.values.fechanacimiento ? String(person.values.fechanacimiento) : null,
    context: {
      altitude: {
        metres: context.metresOf(String(place.provincia ?? ''), String(place.canton ?? '')),
        table: context.table,
      },
    },
  };
  const first = judgeRow(context, cells, { ...surroundings, before: target?.values ?? null });
  const same = person && first.values ? recordsLike(definition, records, first.values) : [];
  // An equal record wins over others of the same key.
  const equal = same.find(({ values }) => changesOfRow(definition, values, first.values as Values).length === 0);
  const stored = target ?? equal ?? same[0] ?? null;
  const judged = stored && !target ? judgeRow(context, cells, { ...surroundings, before: stored.values }) : first;
  const ambiguous = same.length > 1 && !equal ? [sameTwice(same.length)] : [];
  // What would be computed from an unknown person is not missing.
  const own =
    owner && isProblem(owner)
      ? judged.problems.filter(({ campo, valor }) => valor !== '' || !isDerived(definition, campo))
      : judged.problems;
  const problems = [...unowned, ...own, ...ambiguous, ...takenDocument(one, target, around, definition)];
  const { values } = judged;
  const options = judged.newOptions.length > 0 && { opciones: judged.newOptions };
  const ceros = problems.some(({ sugerencia, msg }) => sugerencia !== undefined && msg === LOST_ZERO) && {
    ceros: true,
  };
  if (problems.length > 0 || !values || responsible === null)
    return {
      ...nothing,
      estado: 'problema',
      persona: person?._id ?? target?._id ?? null,
      detalle: { problemas: problems, ...options, ...ceros },
    };
  const others = records.filter(({ _id }) => _id !== stored?._id).map((record) => record.values);
  const advertencias = warningsOf(definition, values, { today: day, birth: surroundings.birth, others }).map(
    ({ path, msg }) => ({ campo: path, msg }),
  );
  const clave = identityOf(definition, person?._id ?? '', values);
  const about = {
    ...{ fila, clave, huella: hashed(values) },
    persona: person?._id ?? target?._id ?? null,
    registro: stored?._id ?? null,
    version: stored?.version ?? null,
  };
  const detail = { ...(advertencias.length > 0 && { advertencias }), ...options };
  const write = { values, before: stored?.values ?? null, responsible, warned: advertencias.length > 0 };
  if (stored) {
    const cambios = changesOfRow(definition, stored.values, values);
    if (cambios.length === 0) return { ...about, estado: 'igual', detalle: {} };
    return { ...about, estado: 'cambia', detalle: { ...detail, cambios }, write };
  }
  // While writing, the likeness was decided by the rehearsal.
  if (!definition.parent && decision !== 'distinta' && !locked) {
    const parecidas = await likelyMatchesOf(db, definition, values);
    if (parecidas.length > 0) return { ...about, estado: 'parecida', detalle: { ...detail, parecidas } };
  }
  return { ...about, estado: 'nueva', detalle: detail, write };
}
