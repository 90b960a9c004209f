import { queryOptions } from '@tanstack/react-query';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';
import type { ListRequest, RecordReads } from '#web/lib/source/booklet-source.ts';
import { answered, deviceSide, sideKnown, written } from '#web/lib/source/choose-source.ts';
import { remoteRecords, remoteWrites } from '#web/lib/source/remote-records.ts';

export type { ListRequest };

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

/** What the rows of a list are called within a sentence. */
export const rowsName = ({ exported, titles }: RecordDefinition) =>
  exported?.name.toLocaleLowerCase('es') ?? titles.table;

const metaOf = (definition: RecordDefinition) => ({ what: rowsName(definition) });

/** What is asked of either side. */
const reads: RecordReads = remoteRecords;

/** One page of a list of people. */
export function recordPage(definition: RecordDefinition, request: ListRequest) {
  return queryOptions({
    queryKey: recordKeys.page(definition, request),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      answered(reads, (from) => from.page(definition, request, { signal }), { queryKey }),
  });
}

/** The few whose fields hold exactly these values; the declaration says by which fields one can filter. */
export function recordsWhere(definition: RecordDefinition, values: Record<string, string>) {
  return queryOptions({
    queryKey: recordKeys.where(definition, values),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      answered(reads, (from) => from.where(definition, values, { signal }), { queryKey }),
  });
}

export function recordById(definition: RecordDefinition, id: string) {
  return queryOptions({
    queryKey: recordKeys.one(definition, id),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) => answered(reads, (from) => from.one(definition, id, { signal }), { queryKey }),
  });
}

/** All the records of one kind that belong to a woman or child: a few dozen at most. */
export function recordsOf(definition: RecordDefinition, parentId: string) {
  return queryOptions({
    queryKey: recordKeys.of(definition, parentId),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      answered(reads, (from) => from.of(definition, parentId, { signal }), { queryKey }),
  });
}

/** People already registered who are probably the one a form describes: at most three, the most alike first. */
export function likelyRecords(definition: RecordDefinition, known: Record<string, string>) {
  return queryOptions({
    queryKey: recordKeys.like(definition, known),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      answered(reads, (from) => from.like(definition, known, { signal }), { queryKey }),
    retry: false,
    staleTime: 0,
  });
}

/** `_id` is made on the device and stays the same while the same filled form is sent again. */
export function createRecord(definition: RecordDefinition, _id: string, values: Values, parentId?: string) {
  const about = { definition, _id, values, parentId };
  return written<object>({
    ...{ hace: 'crear', about, remote: (sent) => remoteWrites.create(about, sent) },
    shown: async () => ({}),
  });
}

/** Whether what was made under this id waits on this device already. */
export const isSavedHere = (_id: string): boolean => deviceSide.get()?.holds(_id) === true;

/** Resolves once that is known, however late the device opens. */
export const savedKnown = sideKnown;

/** Told when that may be known that was not before. @returns a function that stops listening */
export const onSavedKnown = deviceSide.subscribe;

/** Replaces the whole record. @param from the row that the form started from; `seen`: what of it the form had, where that is known */
export function replaceRecord(
  definition: RecordDefinition,
  from: Pick<Row, '_id' | 'version'> & { seen: Values | undefined },
  values: Values,
) {
  const about = { definition, _id: from._id, version: from.version, values, seen: from.seen };
  return written<Row>({
    ...{ hace: 'reemplazar', about, remote: (sent) => remoteWrites.replace(about, sent) },
    shown: (reads) => reads.one(definition, from._id, {}),
  });
}

/** @param parentId of a record: whose it is */
export function removeRecord(definition: RecordDefinition, _id: string, parentId?: string) {
  const about = { definition, _id, parentId };
  return written<object>({
    ...{ hace: 'eliminar', about, remote: (sent) => remoteWrites.remove(about, sent) },
    shown: async () => ({}),
  });
}

/** The first part of the key of whatever tells what happened: histories, the journal, who was deleted. */
export const HISTORY_FAMILY = 'historial';

/** After a write: everything read about this kind, and what happened, is asked for again when it is next on screen. */
export async function refreshRecords(definition: RecordDefinition): Promise<void> {
  const families = [recordKeys.all(definition), [HISTORY_FAMILY]];
  await Promise.all(families.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
