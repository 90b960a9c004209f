import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { today } from '#domain/calendar.ts';
import {
  EXPORT_FORMATS,
  type ExportedList,
  type ExportFormat,
  exportFileName,
  exportWhole,
  ROWS_PER_FLUSH_HEADER,
} from '#domain/calls/exports.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { ExportColumn } from '#domain/exports/columns.ts';
import type { Actor } from '#server/calls/actor.ts';
import { serve } from '#server/calls/serve.ts';
import { type Listing, STREAM_BATCH_ROWS } from '#server/lists/listing.ts';
import { csvStream } from './csv-stream.ts';
import type { SheetCell } from './sheet-xml.ts';
import { type ExportTable, xlsxStream } from './xlsx-stream.ts';

const WRITERS: Readonly<Record<ExportFormat, (table: ExportTable) => AsyncIterable<Uint8Array | string>>> = {
  xlsx: xlsxStream,
  csv: csvStream,
};
const HIGH_WATER = 64 * 1024;

export interface ExportSource {
  list: ExportedList;
  columns: readonly ExportColumn[];
  listing(actor: Actor, query: ListQuery): Listing<SheetCell[]> | Promise<Listing<SheetCell[]>>;
}

async function* batchesOf(rows: SheetCell[][] | AsyncIterable<SheetCell[][]>) {
  if (Array.isArray(rows)) yield rows;
  else yield* rows;
}

export function registerExportRoutes(app: FastifyInstance, { list, columns, listing }: ExportSource) {
  for (const format of Object.keys(EXPORT_FORMATS) as ExportFormat[])
    serve(app, exportWhole(list, format), async ({ actor, query }) => {
      const { total, rows } = await (await listing(actor, query)).whole();
      const table = { name: list.name, columns, batches: batchesOf(rows) };
      const content = Readable.from(WRITERS[format](table), { objectMode: false, highWaterMark: HIGH_WATER });
      const headers = {
        'X-Total-Count': total,
        [ROWS_PER_FLUSH_HEADER]: STREAM_BATCH_ROWS,
        'Content-Disposition': `attachment; filename="${exportFileName(list, format, today())}"`,
      };
      return { headers, content };
    });
}
