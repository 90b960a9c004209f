import type { StoredRecord } from '#domain/calls/record-wire.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { type RecordDefinition, toFlat, toNested } from '#domain/records/define-record.ts';
import { call } from '#web/lib/call.ts';
import type { Row } from '#web/lib/row.ts';
import { getSession } from '#web/lib/session.ts';
import { readBookletPart, type WholeBooklet } from './booklet-parts.ts';
import {
  MAX_EXACT_MATCHES,
  type RecordCreation,
  type RecordRemoval,
  type RecordReplacement,
  type RecordSource,
  type SavedRecord,
} from './booklet-source.ts';

const LIKENESS_TIMEOUT_MS = 5_000;

/** Fields are flat in forms and tables, and nested on the wire. */
const flat = <R extends StoredRecord>(definition: RecordDefinition, row: R) => toFlat(definition, row) as R & Row;

const personIn = ({ persona }: WholeBooklet): StoredRecord => persona;
const recordsIn =
  (key: string) =>
  ({ registros }: WholeBooklet): StoredRecord[] =>
    registros[key] ?? [];

export const remoteRecords: RecordSource = {
  async page(definition, request, reading) {
    const { rows, ...totals } = await call(recordCalls(definition).list, { query: request }, reading);
    return { rows: rows.map((row) => flat(definition, row)), ...totals };
  },
  async where(definition, values, reading) {
    const query = { ...values, limit: MAX_EXACT_MATCHES };
    const { rows } = await call(recordCalls(definition).list, { query }, reading);
    return rows.map((row) => flat(definition, row));
  },
  one(definition, id, reading) {
    const alone = () => call(recordCalls(definition).one, { params: { id } }, reading);
    const row = definition.parent ? alone() : readBookletPart(definition.key, id, { of: personIn, alone, ...reading });
    return row.then((one) => flat(definition, one));
  },
  of(definition, parentId, reading) {
    const { key, parent } = definition;
    const alone = async () => {
      const query = { [parent?.field ?? 'parentId']: parentId };
      return (await call(recordCalls(definition).list, { query }, reading)).rows;
    };
    const rows = parent ? readBookletPart(parent.record, parentId, { of: recordsIn(key), alone, ...reading }) : alone();
    return rows.then((all) => all.map((row) => flat(definition, row)));
  },
  like: (definition, fields, reading) =>
    call(recordCalls(definition).alike, { query: fields }, { ...reading, timeoutMs: LIKENESS_TIMEOUT_MS }),
};

type Sent = Parameters<typeof call>[2];

export const remoteWrites = {
  async create({ definition, _id, values, parentId, segundos }: RecordCreation, sent?: Sent): Promise<SavedRecord> {
    const parent = definition.parent && parentId ? { [definition.parent.field]: parentId } : {};
    // Section 7 of the specification sends it; the server takes the account of the session.
    const creator = definition.parent ? {} : { createdBy: getSession()?._id };
    const body = { ...toNested(definition, values), ...parent, ...creator, _id };
    return flat(definition, await call(recordCalls(definition).create, { body }, { ...sent, seconds: segundos }));
  },
  async replace({ definition, _id, version, values }: RecordReplacement, sent?: Sent): Promise<SavedRecord> {
    const body = { ...toNested(definition, values), version };
    return flat(definition, await call(recordCalls(definition).replace, { params: { id: _id }, body }, sent));
  },
  remove: ({ definition, _id }: RecordRemoval, sent?: Sent): Promise<{ message: string }> =>
    call(recordCalls(definition).remove, { params: { id: _id } }, sent),
};
