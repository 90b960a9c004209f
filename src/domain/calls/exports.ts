import { EXPORT_FORMATS, type ExportedList, type ExportFormat } from '../exports/formats.ts';
import { defineCall } from './define-call.ts';

/** `GET /api/{list}/exportar.xlsx` and `.csv`: the whole list that its query asks for, as a file. */
export const exportWhole = ({ path, query }: ExportedList, format: ExportFormat) =>
  defineCall({
    method: 'GET',
    path: `/api/${path}/exportar.${format}`,
    permission: 'booklet',
    tag: path,
    query: query.omit({ limit: true, offset: true }),
    file: EXPORT_FORMATS[format].type,
  });
