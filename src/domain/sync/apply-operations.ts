import { dayOf } from '../calendar.ts';
import type { Operation } from '../calls/operation.ts';
import type { Values } from '../fields/index.ts';
import { PERSON_KINDS, type PersonKind } from '../journal/journal.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { RECORD_LIST } from '../records/index.ts';
import { warningsOf } from '../records/warnings.ts';
import type { SyncedBooklet } from './booklet-page.ts';
import type { ColumnRow } from './columns.ts';

type Author = SyncedBooklet['custodio'];

/** The parts of an operation that change a booklet; `version` is set after the server applied it. */
export type AppliedOperation = Pick<Operation, 'hace' | 'tipo' | '_id' | 'campos' | 'valores' | 'capturado'> & {
  readonly hecha?: { readonly version?: number | undefined } | undefined;
};

const DEFINITIONS: ReadonlyMap<string, RecordDefinition> = new Map(
  RECORD_LIST.map((definition) => [definition.key as string, definition]),
);

/** @throws Error if there is no such record type */
export function recordDefinitionOf(tipo: string): RecordDefinition {
  const definition = DEFINITIONS.get(tipo);
  if (!definition) throw new Error(`There are no records of the type ${tipo}`);
  return definition;
}

const personKindOf = (tipo: string): PersonKind | undefined => PERSON_KINDS.find((kind) => kind === tipo);

/** Added to the order of a local record, so that it sorts after every record of the server. */
const LOCAL_ORDER_OFFSET = 2 ** 50;

function valuesOf({ tipo, valores }: AppliedOperation): Values | null {
  const read = recordDefinitionOf(tipo).schema.safeParse(valores ?? {});
  return read.success ? read.data : null;
}

const birthOf = ({ fechanacimiento }: ColumnRow) => (fechanacimiento ? String(fechanacimiento) : null);

const isWarned = (tipo: string, values: Values, day: string, birth: string | null, others: readonly Values[]) =>
  warningsOf(recordDefinitionOf(tipo), values, { today: day, birth, others }).length > 0;

function newRow(one: AppliedOperation, values: Values, at: number, author: Author): ColumnRow {
  const { _id, capturado, hecha } = one;
  return {
    ...values,
    ...{ _id, version: hecha?.version ?? 1, orden: LOCAL_ORDER_OFFSET + at },
    ...{ fechaRegistro: new Date(capturado).toISOString(), createdBy: author },
  };
}

const fieldsOf = ({ fieldNames }: RecordDefinition, row: ColumnRow): Values =>
  Object.fromEntries(fieldNames.map((name) => [name, (row[name] ?? null) as Values[string]]));

function created(
  booklet: SyncedBooklet | null,
  one: AppliedOperation,
  at: number,
  author: Author,
): SyncedBooklet | null {
  const values = valuesOf(one);
  if (!values) return booklet;
  const { tipo } = one;
  const day = dayOf(one.capturado);
  const row = newRow(one, values, at, author);
  const kind = personKindOf(tipo);
  if (kind) {
    const records = RECORD_LIST.filter(({ parent }) => parent?.record === kind);
    return {
      ...{ tipo: kind, cambio: '0', custodio: author, codigo: null },
      persona: { ...row, advertida: isWarned(tipo, values, day, null, []) },
      registros: Object.fromEntries(records.map(({ key }) => [key, []])),
    };
  }
  if (!booklet) return null;
  const existing = booklet.registros[tipo] ?? [];
  // The record was sent before and has already arrived with the booklet.
  if (existing.some(({ _id }) => _id === one._id)) return booklet;
  const others = existing.map((record) => fieldsOf(recordDefinitionOf(tipo), record));
  const birth = booklet.tipo === 'nino' ? birthOf(booklet.persona) : null;
  const record = { ...row, advertida: isWarned(tipo, values, day, birth, others) };
  return { ...booklet, registros: { ...booklet.registros, [tipo]: [...existing, record] } };
}

function replaced(booklet: SyncedBooklet, one: AppliedOperation): SyncedBooklet {
  const values = valuesOf(one);
  if (!values) return booklet;
  const { campos } = one;
  const changed = campos
    ? Object.fromEntries(Object.entries(values).filter(([name]) => campos.includes(name)))
    : values;
  const version = one.hecha?.version ?? booklet.persona.version;
  const advertida = isWarned(one.tipo, values, dayOf(one.capturado), null, []);
  return { ...booklet, persona: { ...booklet.persona, ...changed, version, advertida } };
}

function removed(booklet: SyncedBooklet, { tipo, _id }: AppliedOperation): SyncedBooklet | null {
  if (personKindOf(tipo)) return null;
  const left = (booklet.registros[tipo] ?? []).filter((record) => record._id !== _id);
  return { ...booklet, registros: { ...booklet.registros, [tipo]: left } };
}

/** The booklet with the device's pending operations, in the order written, applied to the server's version; null if it does not exist. */
export function applyOperations(
  base: SyncedBooklet | null,
  operations: readonly AppliedOperation[],
  author: Author,
): SyncedBooklet | null {
  let booklet = base;
  for (const [at, one] of operations.entries()) {
    if (one.hace === 'crear') {
      // A person that already arrived with the feed includes the sent values.
      if (!(booklet && personKindOf(one.tipo))) booklet = created(booklet, one, at, author);
    } else if (booklet) booklet = one.hace === 'reemplazar' ? replaced(booklet, one) : removed(booklet, one);
  }
  return booklet;
}
