import { today } from '#domain/calendar.ts';
import {
  type ExportedList,
  type ExportFormat,
  exportFileName,
  exportWhole,
  ROWS_PER_FLUSH_HEADER,
} from '#domain/calls/exports.ts';
import type { ListRequest } from '#web/lib/booklets/record-api.ts';
import { download } from '#web/lib/call.ts';
import { rowCounter } from '#web/lib/row-counter.ts';
import { saveFile } from '#web/lib/save-file.ts';

export interface ExportProgress {
  rows: number;
  total: number;
}

interface ExportOptions {
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

/** Downloads the whole list and saves it as a file once it is complete. @returns the name of the file */
export async function exportList(
  list: ExportedList,
  format: ExportFormat,
  { limit: _, offset: __, ...query }: ListRequest,
  { signal, onProgress }: ExportOptions,
): Promise<string> {
  const onStart = (headers: Headers) => {
    const total = Number(headers.get('x-total-count') ?? 0);
    const count = rowCounter(format, Number(headers.get(ROWS_PER_FLUSH_HEADER) ?? 0), total);
    onProgress({ rows: 0, total });
    return (chunk: Uint8Array) => onProgress({ rows: count(chunk), total });
  };
  const { content, name } = await download(exportWhole(list, format), { query }, { onStart, signal });
  const fileName = name || exportFileName(list, format, today());
  saveFile(content, fileName);
  return fileName;
}
