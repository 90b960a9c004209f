import { queryOptions } from '@tanstack/react-query';
import { now } from '#domain/clock.ts';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { isNotFound } from '#web/lib/api-errors.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { queryClient, readAgain } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';
import { getSession } from '#web/lib/session.ts';
import type { ListRequest, RecordSource } from '#web/lib/source/booklet-source.ts';
import { deviceSide, readFromSource, sideDecided, type Write, writeToSource } from '#web/lib/source/choose-source.ts';
import { remoteRecords, remoteWrites } from '#web/lib/source/remote-records.ts';

export type { ListRequest };

export const recordKeys = {
  all: ({ key }: RecordDefinition) => [key] as const,
  pages: ({ key }: RecordDefinition) => [key, 'page'] as const,
  page: ({ key }: RecordDefinition, request: ListRequest) => [key, 'page', request] as const,
  one: ({ key }: RecordDefinition, id: string) => [key, 'one', id] as const,
  of: ({ key }: RecordDefinition, parentId: string) => [key, 'of', parentId] as const,
  where: ({ key }: RecordDefinition, values: Record<string, string>) => [key, 'where', values] as const,
  /** In a family of its own: a saved person must not appear as a match of the form that saved her. */
  like: ({ key }: RecordDefinition, fields: Record<string, string>) => ['like', key, fields] as const,
};

export const rowsName = ({ exported, titles }: RecordDefinition) =>
  exported?.name.toLocaleLowerCase('es') ?? titles.table;

const metaOf = (definition: RecordDefinition) => ({ what: rowsName(definition) });

const reads: RecordSource = remoteRecords;

export function recordPage(definition: RecordDefinition, request: ListRequest) {
  return queryOptions({
    queryKey: recordKeys.page(definition, request),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(reads, (from) => from.page(definition, request, { signal }), { queryKey }),
  });
}

export function recordsWhere(definition: RecordDefinition, values: Record<string, string>) {
  return queryOptions({
    queryKey: recordKeys.where(definition, values),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(reads, (from) => from.where(definition, values, { signal }), { queryKey }),
  });
}

/** The newest row of this id in the lists that were looked at lately: shown until the row itself is read. */
export function listedRow(definition: RecordDefinition, id: string): Row | undefined {
  const queryKey = recordKeys.pages(definition);
  const pages = queryClient.getQueriesData<{ rows: readonly Row[] }>({ queryKey });
  const rows = pages.flatMap(([, page]) => page?.rows.filter(({ _id }) => _id === id) ?? []);
  return rows.toSorted((one, other) => Number(other.version) - Number(one.version))[0];
}

export function recordById(definition: RecordDefinition, id: string) {
  return queryOptions({
    queryKey: recordKeys.one(definition, id),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(reads, (from) => from.one(definition, id, { signal }), { queryKey }),
  });
}

export function recordsOfPerson(definition: RecordDefinition, parentId: string) {
  return queryOptions({
    queryKey: recordKeys.of(definition, parentId),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(reads, (from) => from.of(definition, parentId, { signal }), { queryKey }),
  });
}

/** Registered people similar to the one in a form: three at most, best match first. */
export function likelyRecords(definition: RecordDefinition, fields: Record<string, string>) {
  return queryOptions({
    queryKey: recordKeys.like(definition, fields),
    meta: metaOf(definition),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(reads, (from) => from.like(definition, fields, { signal }), { queryKey }),
    retry: false,
    staleTime: 0,
  });
}

/** Changes the shown records of a person. A device without her booklet cannot answer with what it saved itself, so her list shows it at once. */
function changeShown(definition: RecordDefinition, parentId: string | undefined, change: (rows: Row[]) => Row[]) {
  if (parentId) queryClient.setQueryData<Row[]>(recordKeys.of(definition, parentId), (rows) => rows && change(rows));
}

function savedHere(definition: RecordDefinition, _id: string, values: Values, parentId: string): Row {
  const { _id: account = '', nombre = '', apellido = '', cedula = '' } = getSession() ?? {};
  return {
    ...values,
    [definition.parent?.field ?? '']: parentId,
    ...{ _id, version: 1, fechaRegistro: now().toISOString() },
    createdBy: { _id: account, nombre, apellido, cedula },
  };
}

/** If the server does not find what is written, the booklet on the screen may be gone too. */
async function write<T>(work: Write<T>) {
  try {
    return await writeToSource(work);
  } catch (error) {
    if (isNotFound(error)) readAgain();
    throw error;
  }
}

/** @param more the person of a record, and how many seconds its form was open */
export function createRecord(
  definition: RecordDefinition,
  _id: string,
  values: Values,
  more: { parentId?: string; segundos?: number | undefined } = {},
) {
  const about = { definition, _id, values, ...more };
  return write<object>({
    ...{ hace: 'crear', about, remote: (sent) => remoteWrites.create(about, sent) },
    shown: async () => {
      const { parentId = '' } = more;
      changeShown(definition, parentId, (rows) => [
        savedHere(definition, _id, values, parentId),
        ...rows.filter((row) => row._id !== _id),
      ]);
      return {};
    },
  });
}

export const isSavedHere = (_id: string): boolean => deviceSide.get()?.holds(_id) === true;

export const savedHereDecided = sideDecided;

export const onSavedHereChange = deviceSide.subscribe;

/** @param from the row that the form was opened with; `seen`: the form's initial values, where they are known */
export function replaceRecord(
  definition: RecordDefinition,
  from: Pick<Row, '_id' | 'version'> & { seen: Values | undefined },
  values: Values,
) {
  const about = { definition, _id: from._id, version: from.version, values, seen: from.seen };
  return write<Row>({
    ...{ hace: 'reemplazar', about, remote: (sent) => remoteWrites.replace(about, sent) },
    shown: (reads) => reads.one(definition, from._id, {}),
  });
}

export function removeRecord(definition: RecordDefinition, _id: string, parentId?: string) {
  const about = { definition, _id, parentId };
  return write<object>({
    ...{ hace: 'eliminar', about, remote: (sent) => remoteWrites.remove(about, sent) },
    shown: async () => {
      changeShown(definition, parentId, (rows) => rows.filter((row) => row._id !== _id));
      return {};
    },
  });
}

const OF_ALL_RECORDS = Object.values(FAMILIES);

/** Everything that a change of such a record outdates. */
export async function refreshRecords(definition: RecordDefinition): Promise<void> {
  const families = [recordKeys.all(definition), ...OF_ALL_RECORDS.map((family) => [family])];
  await Promise.all(families.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
