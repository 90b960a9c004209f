import { MEASURING_LIST } from '#domain/calls/measuring.ts';
import { MEASURING_COLUMNS, measuringCells } from '#domain/exports/measuring-columns.ts';
import type { ExportSource } from '#server/modules/exports/export-routes.ts';
import type { MeasuringQuery, MeasuringRepository } from './measuring-repository.ts';

/** Few rows: one per person or canton. */
export const measuringExport = (repository: MeasuringRepository): ExportSource => ({
  list: MEASURING_LIST,
  columns: MEASURING_COLUMNS,
  listing: (_actor, query) => {
    const part = async (offset = 0, limit = Number.POSITIVE_INFINITY) => {
      const { filas } = await repository.report(query as MeasuringQuery);
      return { total: filas.length, rows: filas.slice(offset, offset + limit).map(measuringCells) };
    };
    return { page: (limit, offset) => part(offset, limit), whole: (offset) => part(offset) };
  },
});
