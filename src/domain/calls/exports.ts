import { EXPORT_FORMATS, type ExportedList, type ExportFormat } from '../exports/formats.ts';
import { defineCall } from './define-call.ts';
import { wholeListQuery } from './list-query.ts';

/** `GET /api/{list}/exportar.xlsx` and `.csv`: the whole list that its query asks for, as a file. */
export const exportWhole = ({ path, ask, permission = 'booklet' }: ExportedList, format: ExportFormat) =>
  defineCall({
    method: 'GET',
    path: `/api/${path}/exportar.${format}`,
    permission,
    tag: path,
    noted: { action: 'exportar', kind: path },
    query: wholeListQuery(ask),
    file: EXPORT_FORMATS[format].type,
  });
