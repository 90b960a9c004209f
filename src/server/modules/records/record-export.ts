import { exportedList } from '#domain/calls/exports.ts';
import { exportCells, exportColumns } from '#domain/exports/columns.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { mapListing } from '#server/lists/listing.ts';
import type { ExportSource } from '#server/modules/exports/export-routes.ts';
import type { RecordRepository } from './record-repository.ts';
import { toWire } from './record-wire.ts';

export function recordExport(definition: RecordDefinition, repository: RecordRepository): ExportSource {
  const columns = exportColumns(definition);
  return {
    list: exportedList(definition),
    columns,
    listing: (actor, query) =>
      mapListing(repository.list(actor, query), (stored) => exportCells(columns, toWire(definition, stored))),
  };
}
