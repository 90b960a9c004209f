import { queryOptions } from '@tanstack/react-query';
import type { StoredRecord } from '#domain/calls/record-wire.ts';
import { recordCalls } from '#domain/calls/records.ts';
import type { Values } from '#domain/fields/index.ts';
import { type RecordDefinition, toFlat, toNested } from '#domain/records/define-record.ts';
import { call } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from './row.ts';

export interface ListRequest {
  limit: number;
  offset: number;
  q?: string;
  /** Beside these, what narrows the list: a place, a status, who recorded it. */
  [filter: string]: string | number | undefined;
}

/** One family of keys per record type, so that a write can renew just what it touched. */
export const recordKeys = {
  all: ({ key }: RecordDefinition) => [key] as const,
  page: ({ key }: RecordDefinition, request: ListRequest) => [key, 'page', request] as const,
  one: ({ key }: RecordDefinition, id: string) => [key, 'one', id] as const,
  of: ({ key }: RecordDefinition, parentId: string) => [key, 'of', parentId] as const,
  where: ({ key }: RecordDefinition, values: Record<string, string>) => [key, 'where', values] as const,
  /** In a family of its own: whoever was just saved is no match of the form that saved her. */
  like: ({ key }: RecordDefinition, known: Record<string, string>) => ['like', key, known] as const,
};

/** On the way in the fields become flat, as forms and tables use them; on the way out they nest again. */
const flat = <R extends StoredRecord>(definition: RecordDefinition, row: R) => toFlat(definition, row) as R & Row;

/** What the rows of a list are called within a sentence. */
export const rowsName = ({ exported, titles }: RecordDefinition) =>
  exported?.name.toLocaleLowerCase('es') ?? titles.table;

const metaOf = (definition: RecordDefinition) => ({ what: rowsName(definition) });

/** One page of a list of people. */
export function recordPage(definition: RecordDefinition, request: ListRequest) {
  return queryOptions({
    queryKey: recordKeys.page(definition, request),
    meta: metaOf(definition),
    queryFn: async ({ signal }) => {
      const { rows, total } = await call(recordCalls(definition).list, { query: request }, { signal });
      return { rows: rows.map((row) => flat(definition, row)), total };
    },
  });
}

const FOUND_AT_MOST = 20;

/** The few whose fields hold exactly these values; the declaration says by which fields one can filter. */
export function recordsWhere(definition: RecordDefinition, values: Record<string, string>) {
  return queryOptions({
    queryKey: recordKeys.where(definition, values),
    meta: metaOf(definition),
    queryFn: async ({ signal }) => {
      const query = { ...values, limit: FOUND_AT_MOST };
      const { rows } = await call(recordCalls(definition).list, { query }, { signal });
      return rows.map((row) => flat(definition, row));
    },
  });
}

export function recordById(definition: RecordDefinition, id: string) {
  return queryOptions({
    queryKey: recordKeys.one(definition, id),
    meta: metaOf(definition),
    queryFn: async ({ signal }) =>
      flat(definition, await call(recordCalls(definition).one, { params: { id } }, { signal })),
  });
}

/** All the records of one kind that belong to a woman or child: a few dozen at most. */
export function recordsOf(definition: RecordDefinition, parentId: string) {
  const query = { [definition.parent?.field ?? 'parentId']: parentId };
  return queryOptions({
    queryKey: recordKeys.of(definition, parentId),
    meta: metaOf(definition),
    queryFn: async ({ signal }) => {
      const { rows } = await call(recordCalls(definition).list, { query }, { signal });
      return rows.map((row) => flat(definition, row));
    },
  });
}

const LIKENESS_TIMEOUT_MS = 5_000;

/** People already registered who are probably the one a form describes: at most three, the most alike first. */
export function likelyRecords(definition: RecordDefinition, known: Record<string, string>) {
  return queryOptions({
    queryKey: recordKeys.like(definition, known),
    meta: metaOf(definition),
    queryFn: ({ signal }) =>
      call(recordCalls(definition).alike, { query: known }, { signal, timeoutMs: LIKENESS_TIMEOUT_MS }),
    retry: false,
    staleTime: 0,
  });
}

/** `_id` is made on the device and stays the same while the same filled form is sent again. */
export async function createRecord(definition: RecordDefinition, _id: string, values: Values, parentId?: string) {
  const parent = definition.parent && parentId ? { [definition.parent.field]: parentId } : {};
  const body = { ...toNested(definition, values), ...parent, _id };
  return flat(definition, await call(recordCalls(definition).create, { body }));
}

/** Replaces the whole record; `version` is that of the row the form started from. */
export async function replaceRecord(
  definition: RecordDefinition,
  { _id, version }: Pick<Row, '_id' | 'version'>,
  values: Values,
) {
  const body = { ...toNested(definition, values), version };
  return flat(definition, await call(recordCalls(definition).replace, { params: { id: _id }, body }));
}

export const removeRecord = (definition: RecordDefinition, id: string) =>
  call(recordCalls(definition).remove, { params: { id } });

/** The first part of the key of whatever tells what happened: histories, the journal, who was deleted. */
export const HISTORY_FAMILY = 'historial';

/** After a write: everything read about this kind, and what happened, is asked for again when it is next on screen. */
export async function refreshRecords(definition: RecordDefinition): Promise<void> {
  const families = [recordKeys.all(definition), [HISTORY_FAMILY]];
  await Promise.all(families.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
