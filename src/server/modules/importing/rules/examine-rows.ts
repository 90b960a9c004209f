import { createHash } from 'node:crypto';
import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import type { RowMatch, RowProblem, RowState } from '#domain/calls/importing.ts';
import type { Values } from '#domain/fields/index.ts';
import { cellText } from '#domain/importing/headers.ts';
import {
  changesOfRow,
  identityInRow,
  identityOf,
  isDerived,
  type JudgedRow,
  judgeRow,
  keysOfRow,
  LOST_ZERO,
  labelOfKey,
  type RowCells,
  type RowSurroundings,
} from '#domain/importing/judge-row.ts';
import { PERSON_KEYS, RESPONSIBLE } from '#domain/importing/target.ts';
import { MAX_MATCHES } from '#domain/likeness/likely-matches.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import { provinceOf } from '#domain/territory.ts';
import { foldText } from '#domain/text.ts';
import type { Db } from '#server/db/connect.ts';
import type { RowDetail } from '#server/db/import-tables.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { likenessTo } from '#server/modules/records/likely-matches.ts';
import type { ImportContext } from './import-rules.ts';
import {
  type Around,
  type Named,
  type Person,
  readAround,
  type StoredImportRow,
  type StoredRecord,
} from './read-around.ts';

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

const NOT_ACTIVE = 'Ninguna cuenta activa que registre libretas tiene esta cédula';
const NO_RESPONSIBLE = 'La cuenta elegida como responsable ya no está activa. Elige otra.';
const NOUNS: Readonly<Record<string, { one: string; many: string; first: string }>> = {
  mujer: { one: 'una mujer registrada', many: 'mujeres', first: 'Impórtala' },
  nino: { one: 'un niño registrado', many: 'niños', first: 'Impórtalo' },
};

/** The hash of values; options of lists count in any spelling. */
function hashed({ fields }: RecordDefinition, values: Values): string {
  const folded = Object.entries(values).map(([name, value]) => {
    const field = fields[name];
    return typeof value === 'string' && field && 'catalog' in field && field.catalog ? foldText(value) : value;
  });
  return createHash('sha256').update(JSON.stringify(folded)).digest('base64url');
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
  const { one = '', many = '', first = '' } = NOUNS[definition.parent?.record ?? ''] ?? {};
  if (keys.cedula !== '') {
    const person = byDocument.get(keys.cedula);
    return (
      person ?? problemOf(definition, cells, PERSON_KEYS.cedula, `No hay ${one} con esta cédula. ${first} primero.`)
    );
  }
  if (keys.hcu === '') return problemOf(definition, cells, PERSON_KEYS.cedula, 'Falta la cédula o la HCU');
  const people = byHcu.get(keys.hcu) ?? [];
  if (people.length === 1) return people[0] as Person;
  const msg =
    people.length === 0
      ? `No hay ${one} con esta HCU. ${first} primero.`
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

const recordsLike = (definition: RecordDefinition, records: readonly StoredRecord[], values: Values) => {
  const identity = identityOf(definition, '', values);
  return records.filter((record) => record.identity === identity);
};

/** A record that an earlier row of the batch writes, in place of a stored one if it edits it. */
interface Coming {
  readonly replaces: string | null;
  readonly values: Values;
}

export interface Examining {
  /** Locks the persons, for writing. */
  readonly locked: boolean;
}

/** Whether a row would still do what the rehearsal showed. */
export const isAsRehearsed = (row: StoredImportRow, now: ExaminedRow): boolean =>
  now.estado === row.estado && now.version === row.version && now.huella === row.huella;

/** Judges rows against what is stored now; warnings also look at earlier rows of these. */
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
  const coming = new Map<string, Coming[]>();
  const day = today();
  const examined: ExaminedRow[] = [];
  for (const one of named) {
    const row = await examineRow(db, context, one, { ...around, coming }, { locked, day });
    examined.push(row);
    const isDue = row.write && (!locked || isAsRehearsed(one.row, row));
    if (!isDue || !row.write || !row.persona || !definition.parent) continue;
    const added = { replaces: row.registro, values: row.write.values };
    coming.set(row.persona, [...(coming.get(row.persona) ?? []), added]);
  }
  return examined;
}

interface Surrounded extends Around {
  /** By person. */
  readonly coming: ReadonlyMap<string, readonly Coming[]>;
}

/** The other records of a person, as they are before this row. */
function othersOf({ records, coming }: Surrounded, person: Person, own: string | null): Values[] {
  const added = coming.get(person._id) ?? [];
  const gone = new Set([own, ...added.map(({ replaces }) => replaces)]);
  const stored = (records.get(person._id) ?? []).filter(({ _id }) => !gone.has(_id));
  return [...stored, ...added].map(({ values }) => values);
}

function surroundingsOf(context: ImportContext, person: Person | null): Omit<RowSurroundings, 'before'> {
  const { provincia, canton: stored, fechanacimiento } = person?.values ?? {};
  const canton = String(stored ?? '');
  return {
    birth: fechanacimiento ? String(fechanacimiento) : null,
    context: {
      altitude: { metres: context.metresOf(String(provincia || provinceOf(canton)), canton), table: context.table },
    },
  };
}

/** Problems with the person of a record and with the account that becomes responsible. */
function problemsAround(
  { definition, stored: { columnas } }: ImportContext,
  { cells, keys: { problems, responsible } }: Named,
  owner: Person | RowProblem | null,
  account: string | null,
): RowProblem[] {
  // A document that lost its zero is reported as such.
  const isReported = (key: string) => problems.some(({ campo }) => campo === key);
  const unknown = owner && isProblem(owner) && !isReported(owner.campo) ? [owner] : [];
  const hasOwn = responsible !== '' && columnas.includes(RESPONSIBLE);
  const unowned =
    account === null && !isReported(RESPONSIBLE)
      ? [problemOf(definition, cells, RESPONSIBLE, hasOwn ? NOT_ACTIVE : NO_RESPONSIBLE)]
      : [];
  return [...problems, ...unknown, ...unowned];
}

interface JudgedAround extends JudgedRow {
  readonly stored: Person | StoredRecord | null;
}

/** Judges a row with the stored person or record that it would change. */
function judgeAround(
  context: ImportContext,
  { cells }: Named,
  { person, target, records }: { person: Person | null; target: Person | null; records: readonly StoredRecord[] },
): JudgedAround {
  const { definition } = context;
  const surroundings = surroundingsOf(context, person);
  const alone = judgeRow(context, cells, { ...surroundings, before: target?.values ?? null });
  if (!person) return { ...alone, stored: target };
  const identity = alone.values ?? identityInRow(context, cells, { ...surroundings, before: null });
  const same = identity ? recordsLike(definition, records, identity) : [];
  // An equal record wins over others of the same key.
  const { values } = alone;
  const equal = values && same.find((record) => changesOfRow(definition, record.values, values).length === 0);
  const stored = equal ?? same[0] ?? null;
  if (!stored) return { ...alone, stored };
  const judged = judgeRow(context, cells, { ...surroundings, before: stored.values });
  if (equal || same.length === 1) return { ...judged, stored };
  return { ...judged, problems: [...judged.problems, sameTwice(same.length)], stored };
}

async function examineRow(
  db: Db,
  context: ImportContext,
  one: Named,
  around: Surrounded,
  { locked, day }: Examining & { day: string },
): Promise<ExaminedRow> {
  const { definition } = context;
  const { row, keys } = one;
  const { fila, decision } = row;
  const resembled = row.detalle?.semejantes;
  const semejantes = decision && resembled && { semejantes: resembled };
  const owner = definition.parent ? ownerOf(definition, one, around) : null;
  const person = owner && !isProblem(owner) ? owner : null;
  const target = definition.parent ? null : personOf(one, around);
  const nothing = {
    ...{ fila, clave: null, huella: null, registro: null, version: null },
    persona: person?._id ?? target?._id ?? null,
  };
  if (decision === 'omitir') return { ...nothing, estado: 'omitida', detalle: { ...semejantes } };
  const records = person ? (around.records.get(person._id) ?? []) : [];
  const { values, stored, ...judged } = judgeAround(context, one, { person, target, records });
  const responsible = context.responsibleOf(keys.responsible);
  // What would be computed from an unknown person is not missing.
  const own =
    owner && isProblem(owner)
      ? judged.problems.filter(({ campo, valor }) => valor !== '' || !isDerived(definition.fields[campo]))
      : judged.problems;
  const problems = [
    ...problemsAround(context, one, owner, responsible),
    ...own,
    ...takenDocument(one, target, around, definition),
  ];
  const options = judged.newOptions.length > 0 && { opciones: judged.newOptions };
  const ceros = problems.some(({ sugerencia, msg }) => sugerencia !== undefined && msg === LOST_ZERO) && {
    ceros: true,
  };
  if (problems.length > 0 || !values || responsible === null)
    return { ...nothing, estado: 'problema', detalle: { problemas: problems, ...options, ...ceros, ...semejantes } };
  const birth = surroundingsOf(context, person).birth;
  const others = person ? othersOf(around, person, stored?._id ?? null) : [];
  const warningContext = { today: day, birth, others, haemoglobinTable: context.table };
  const advertencias = warningsOf(definition, values, warningContext).map(({ path, msg }) => ({
    ...{ campo: path, msg },
  }));
  const about = {
    ...nothing,
    // Rows for one stored person are about the same record, whatever cédula they bring.
    clave: target ? JSON.stringify([definition.key, target._id]) : identityOf(definition, person?._id ?? '', values),
    huella: hashed(definition, values),
    registro: stored?._id ?? null,
    version: stored?.version ?? null,
  };
  const detail = { ...(advertencias.length > 0 && { advertencias }), ...options, ...semejantes };
  const write = { values, before: stored?.values ?? null, responsible, warned: advertencias.length > 0 };
  if (stored) {
    const cambios = changesOfRow(definition, stored.values, values);
    if (cambios.length === 0) return { ...about, estado: 'igual', detalle: { ...semejantes } };
    const advertidaAntes = 'warned' in stored && stored.warned && { advertidaAntes: true };
    return { ...about, estado: 'cambia', detalle: { ...detail, cambios, ...advertidaAntes }, write };
  }
  // While writing, the likeness was decided by the rehearsal.
  if (!definition.parent && decision !== 'distinta' && !locked) {
    const parecidas = await likelyMatchesOf(db, definition, values);
    if (parecidas.length > 0) {
      const like = { parecidas, semejantes: parecidas.map(({ _id }) => _id) };
      return { ...about, estado: 'parecida', detalle: { ...detail, ...like } };
    }
  }
  return { ...about, estado: 'nueva', detalle: detail, write };
}
