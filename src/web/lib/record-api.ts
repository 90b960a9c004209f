import { queryOptions } from '@tanstack/react-query';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { api } from './api-client.ts';
import { queryClient } from './query-client.ts';
import type { Row } from './row.ts';

type Saved = Row & { message: string };

export interface ListRequest {
  limit: number;
  offset: number;
  q?: string;
}

/** One family of keys per record type, so that a write can renew just what it touched. */
export const recordKeys = {
  all: ({ key }: RecordDefinition) => [key] as const,
  page: ({ key }: RecordDefinition, request: ListRequest) => [key, 'page', request] as const,
  one: ({ key }: RecordDefinition, id: string) => [key, 'one', id] as const,
  of: ({ key }: RecordDefinition, parentId: string) => [key, 'of', parentId] as const,
};

const url = ({ path }: RecordDefinition, id?: string) =>
  id ? `/api/${path}/${encodeURIComponent(id)}` : `/api/${path}`;

/** One page of a list of people. */
export function recordPage(definition: RecordDefinition, request: ListRequest) {
  return queryOptions({
    queryKey: recordKeys.page(definition, request),
    queryFn: ({ signal }) => api.page<Row>(url(definition), { query: { ...request }, signal }),
  });
}

export function recordById(definition: RecordDefinition, id: string) {
  return queryOptions({
    queryKey: recordKeys.one(definition, id),
    queryFn: ({ signal }) => api.get<Row>(url(definition, id), { signal }),
  });
}

/** All the records of one kind that belong to a woman or child: a few dozen at most. */
export function recordsOf(definition: RecordDefinition, parentId: string) {
  const query = { [definition.parent?.field ?? 'parentId']: parentId };
  return queryOptions({
    queryKey: recordKeys.of(definition, parentId),
    queryFn: ({ signal }) => api.get<Row[]>(url(definition), { query, signal }),
  });
}

/** `_id` is made on the device and stays the same while the same filled form is sent again. */
export function createRecord(definition: RecordDefinition, _id: string, values: Values, parentId?: string) {
  const parent = definition.parent && parentId ? { [definition.parent.field]: parentId } : {};
  return api.post<Saved>(url(definition), { ...values, ...parent, _id });
}

/** Replaces the whole record; `version` is that of the row the form started from. */
export function replaceRecord(definition: RecordDefinition, row: Pick<Row, '_id' | 'version'>, values: Values) {
  return api.put<Saved>(url(definition, row._id), { ...values, version: row.version });
}

export function removeRecord(definition: RecordDefinition, id: string) {
  return api.delete<{ message: string }>(url(definition, id));
}

/** After a write: everything read about this kind is asked for again when it is next on screen. */
export function refreshRecords(definition: RecordDefinition): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: recordKeys.all(definition) });
}
