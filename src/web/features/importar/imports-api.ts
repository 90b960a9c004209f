import { queryOptions } from '@tanstack/react-query';
import type { CallInput, OutputOf } from '#domain/calls/define-call.ts';
import {
  chooseColumns,
  type Decision,
  decideRows,
  discardImport,
  getImport,
  type Import,
  importTemplate,
  isWorking,
  listImportRows,
  listImports,
  problemFile,
  startImport,
  stopImport,
  undoImport,
} from '#domain/calls/importing.ts';
import { afterPaint } from '#web/lib/after-paint.ts';
import { refreshRecords } from '#web/lib/booklets/record-api.ts';
import { call, callQuery, download } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { definitionOf, type ImportKind } from './import-kinds.ts';

const IMPORTS = 'importaciones';
export const IMPORTS_LABEL = 'las importaciones';
export const ROWS_LABEL = 'las filas de la importación';

/** How often the state of a working import is asked for. */
const WORKING_EVERY_MS = 1_000;
const LIST_EVERY_MS = 5_000;

type ImportsQuery = NonNullable<CallInput<typeof listImports>['query']>;

export function importPage(query: ImportsQuery) {
  const page = callQuery(listImports, { query }, { family: [IMPORTS, 'lista'], what: IMPORTS_LABEL });
  return queryOptions({
    ...page,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some(({ estado }) => isWorking(estado)) ? LIST_EVERY_MS : false,
  });
}

const familyOf = (id: string) => [IMPORTS, id];

export function importById(id: string) {
  const one = callQuery(getImport, { params: { id } }, { family: familyOf(id), what: 'la importación' });
  return queryOptions({
    ...one,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isWorking(data.estado) ? WORKING_EVERY_MS : false),
  });
}

type RowsQuery = NonNullable<CallInput<typeof listImportRows>['query']>;

/** Never cached, because each rehearsal replaces the rows. */
export function rowPage(id: string, query: RowsQuery) {
  const page = callQuery(
    listImportRows,
    { params: { id }, query },
    { family: [...familyOf(id), 'filas'], what: ROWS_LABEL },
  );
  return queryOptions({ ...page, staleTime: 0, gcTime: 0 });
}

/** Loads the import and its rows again. */
export const refreshImport = (id: string) => queryClient.invalidateQueries({ queryKey: familyOf(id) });

export const loadedImport = (id: string): Import | undefined => queryClient.getQueryData(importById(id).queryKey);

/** Shows an import that a call answered with; an answer that is still on its way would be older. */
export async function showImport(current: Import): Promise<void> {
  const { queryKey } = importById(current._id);
  await queryClient.cancelQueries({ queryKey });
  // Only while it is loaded: the answer may come when another account has signed in.
  queryClient.setQueryData(queryKey, (before) => before && current);
  // Until the screen shows it, a second press would repeat the step.
  await afterPaint();
  await queryClient.invalidateQueries({ queryKey: [...familyOf(current._id), 'filas'] });
}

/** Lists of people and records change when an import writes or is undone. */
export async function refreshImported(kind: ImportKind): Promise<void> {
  const definition = definitionOf(kind);
  const { parent } = definition;
  await refreshRecords(definition);
  if (parent) await refreshRecords(definitionOf(parent.record as ImportKind));
}

export type ColumnChoice = CallInput<typeof chooseColumns>['body'];

/** What is not sent stays as it was. */
export const putColumns = (id: string, body: ColumnChoice) => call(chooseColumns, { params: { id }, body });

/** The columns as they were chosen, for a call that changes something else. */
export const columnsOf = ({ columnas }: Import): ColumnChoice['columnas'] => columnas.map(({ campo }) => campo);

export type RowDecision = NonNullable<OutputOf<typeof decideRows, 'body'>['filas']>[number];
export const putDecisions = (id: string, filas: RowDecision[]) => call(decideRows, { params: { id }, body: { filas } });
export const decideAll = (id: string, todas: Decision) => call(decideRows, { params: { id }, body: { todas } });

export const begin = (id: string) => call(startImport, { params: { id }, body: {} });
export const stop = (id: string) => call(stopImport, { params: { id }, body: {} });
export const undo = (id: string) => call(undoImport, { params: { id }, body: {} });

export async function discard(id: string): Promise<{ message: string }> {
  const answer = await call(discardImport, { params: { id } });
  queryClient.removeQueries({ queryKey: familyOf(id) });
  return answer;
}

const receiver = (signal: AbortSignal) => ({ signal, onStart: () => () => undefined });

export async function saveTemplate(tipo: ImportKind, signal: AbortSignal): Promise<string> {
  const { content, name } = await download(importTemplate, { query: { tipo } }, receiver(signal));
  const fileName = name || `plantilla-${tipo}.xlsx`;
  saveFile(content, fileName);
  return fileName;
}

export async function saveProblems(id: string, signal: AbortSignal): Promise<string> {
  const { content, name } = await download(problemFile, { params: { id } }, receiver(signal));
  const fileName = name || 'filas-con-problemas.xlsx';
  saveFile(content, fileName);
  return fileName;
}
