import type { StoredRecord } from '#domain/calls/record-wire.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { AppError } from '#domain/errors.ts';
import { NOT_EVALUATED } from '#domain/growth/status.ts';
import { parseRecord, type RecordDefinition, toNested } from '#domain/records/define-record.ts';
import { RECORD_LIST, RECORDS, type RecordKey } from '#domain/records/index.ts';
import { answering, type Fake } from './answering.ts';
import { servedAltitudes, servedOptions } from './served-options.ts';

const BY = { _id: '0190a000-0000-7000-8000-000000000001', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000001' };
const FIRST_INSTANT = Date.parse('2026-10-01T12:00:00.000Z');

let serial = 0;

/** A stored record as the server sends it. */
function stored(definition: RecordDefinition, whole: Record<string, unknown>): StoredRecord {
  serial += 1;
  const { derived = {}, parent } = definition;
  const { values, problems } = parseRecord(definition, whole);
  if (!values) throw new Error(`${definition.key} cannot be kept: ${JSON.stringify(problems)}`);
  const given = (name: string) => [name, String(whole[name] ?? (name === 'estado' ? NOT_EVALUATED : ''))] as const;
  const computed = Object.entries(derived).map(([name, kind]) =>
    kind === 'text' ? given(name) : [name, whole[name] ?? null],
  );
  return {
    version: 1,
    fechaRegistro: new Date(FIRST_INSTANT + serial * 60_000).toISOString(),
    createdBy: BY,
    ...toNested(definition, values),
    ...Object.fromEntries([...computed, ...(parent ? [given(parent.field)] : [])]),
    _id: String(whole._id ?? `0190b000-0000-7000-8000-${String(serial).padStart(12, '0')}`),
  };
}

/** A record as the server sends it: `change` over the example of its type. */
export const storedRecord = (definition: RecordDefinition, change: object = {}): StoredRecord =>
  stored(definition, { ...definition.example, ...change });

/** Fake calls for the records of one type, newest first. */
export function fakeRecords(definition: RecordDefinition, ...bodies: object[]) {
  const calls = recordCalls(definition);
  const { parent, filters = [], messages } = definition;
  const rows = bodies.map((body) => storedRecord(definition, body)).reverse();
  const placeOf = (id: string) => {
    const place = rows.findIndex(({ _id }) => _id === id);
    if (place < 0) throw new AppError('notFound');
    return place;
  };
  const find = (id: string) => rows[placeOf(id)] as StoredRecord;
  const compared = [...filters, ...(parent ? [parent.field] : [])];

  const list = answering(calls.list, ({ query = {} }) => {
    const conditions: Record<string, unknown> = query;
    const fitting = rows.filter((row: Record<string, unknown>) =>
      compared.every((name) => !conditions[name] || row[name] === conditions[name]),
    );
    const offset = Number(conditions.offset ?? 0);
    return {
      rows: fitting.slice(offset, offset + Number(conditions.limit ?? fitting.length)),
      total: fitting.length,
    };
  });
  const one = answering(calls.one, ({ params }) => find(params.id));
  const alike = answering(calls.alike, () => []);
  const create = answering(calls.create, ({ body = {} }) => {
    const row = stored(definition, body);
    rows.unshift(row);
    return { ...row, message: messages.created };
  });
  const replace = answering(calls.replace, ({ params, body = {} }) => {
    const before = find(params.id);
    if (body.version !== undefined && body.version !== before.version) throw new AppError('outdated', { row: before });
    const { fechaRegistro, createdBy } = before;
    const row = { ...stored(definition, { ...body, _id: params.id }), fechaRegistro, createdBy };
    rows[placeOf(params.id)] = { ...row, version: before.version + 1 };
    return { ...find(params.id), message: messages.updated ?? '' };
  });
  const remove = answering(calls.remove, ({ params }) => {
    rows.splice(placeOf(params.id), 1);
    return { message: messages.deleted };
  });
  const fakes: Fake[] = [list, ...(definition.likeness ? [alike] : []), one, create, replace, remove];
  return { rows, list, one, alike, create, replace, remove, fakes };
}

export type FakeRecords = ReturnType<typeof fakeRecords>;

/** A woman or child with these records, and every other call of the booklet. */
export function fakeBooklet(
  patient: 'mujer' | 'nino',
  change: object = {},
  records: Partial<Record<RecordKey, readonly object[]>> = {},
) {
  const id = storedRecord(RECORDS[patient])._id;
  const people = { mujer: fakeRecords(RECORDS.mujer), nino: fakeRecords(RECORDS.nino) };
  people[patient].rows.push(storedRecord(RECORDS[patient], { ...change, _id: id }));
  const children = RECORD_LIST.filter(({ parent }) => parent?.record === patient).map((definition) => {
    const owner = { [definition.parent?.field ?? '']: id };
    const bodies = (records[definition.key as RecordKey] ?? []).map((body) => ({ ...body, ...owner }));
    return [definition.key, fakeRecords(definition, ...bodies)] as const;
  });
  const kept = { ...people, ...Object.fromEntries(children) } as Partial<Record<RecordKey, FakeRecords>>;
  const fakes = Object.values(kept).flatMap((one) => one.fakes);
  return {
    id,
    /** The fake records of one type. */
    of: (key: RecordKey): FakeRecords => {
      const belonging = kept[key];
      if (!belonging) throw new Error(`no ${key} belongs to a ${patient}`);
      return belonging;
    },
    fakes: [...fakes, ...servedOptions({ establecimiento: ['Centro de Salud Colta'] }), servedAltitudes()],
  };
}
