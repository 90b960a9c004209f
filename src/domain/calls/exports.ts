import { oncePerDeclaration } from '../once.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import type { Permission } from '../roles.ts';
import { foldText } from '../text.ts';
import { defineCall } from './define-call.ts';
import { type ListOptions, wholeListQuery } from './list-query.ts';
import { recordListOptions } from './record-query.ts';

export const EXPORT_FORMATS = {
  xlsx: { label: 'Excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8' },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export interface ExportedList {
  readonly path: string;
  readonly name: string;
  readonly options: ListOptions;
  readonly permission?: Permission;
  /** What the journal says was exported; by default the path. */
  readonly kind?: string;
}

export const exportedList = oncePerDeclaration((definition: RecordDefinition): ExportedList => {
  const { path, key, exported } = definition;
  return { path, name: exported?.name ?? key, options: recordListOptions(definition) };
});

/** @param day the day of the export in Guayaquil @returns `listado-ninos-2026-11-21.xlsx` */
export function exportFileName({ name }: ExportedList, format: ExportFormat, day: string): string {
  return `listado-${foldText(name)}-${day}.${format}`;
}

/** Header of an .xlsx answer: the number of rows after which the stream is flushed, so that a client can show progress. */
export const ROWS_PER_FLUSH_HEADER = 'x-rows-per-flush';

export const exportWhole = (
  { path, options, permission = 'booklet', kind = path }: ExportedList,
  format: ExportFormat,
) =>
  defineCall({
    method: 'GET',
    path: `/api/${path}/exportar.${format}`,
    permission,
    tag: path,
    noted: { action: 'exportar', kind },
    query: wholeListQuery(options),
    file: EXPORT_FORMATS[format].type,
  });
