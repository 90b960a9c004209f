import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { today } from '#domain/calendar.ts';
import { type ExportColumn, exportCells, exportColumns } from '#domain/exports/columns.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportFileName,
  exportPath,
  ROWS_PER_FLUSH_HEADER,
} from '#domain/exports/formats.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { errorForLog } from '#server/plugins/errors.ts';
import type { Actor } from '../actor.ts';
import type { ListQuery } from '../list-query.ts';
import { BATCH } from '../listing.ts';
import { recordQuerySchema } from '../records/record-query.ts';
import type { RecordRepository } from '../records/record-repository.ts';
import { toWire } from '../records/record-wire.ts';
import { csvStream } from './csv-stream.ts';
import { type ExportTable, xlsxStream } from './xlsx-stream.ts';

const WRITERS: Readonly<Record<ExportFormat, (table: ExportTable) => AsyncIterable<Buffer | string>>> = {
  xlsx: xlsxStream,
  csv: csvStream,
};
const HIGH_WATER = 64 * 1024;

async function* cellBatches(
  definition: RecordDefinition,
  columns: readonly ExportColumn[],
  batches: ReturnType<RecordRepository['all']>,
) {
  for await (const batch of batches) {
    yield batch.map((stored) => exportCells(columns, toWire(definition, stored)));
    // Other requests have their turn, also where the database answers within this process.
    await setImmediate();
  }
}

/** `GET /api/{record}/exportar.xlsx` and `.csv`: the whole list that its query asks for, streamed as a file. */
export function registerExportRoutes(app: FastifyInstance, definition: RecordDefinition, repository: RecordRepository) {
  const columns = exportColumns(definition);
  const name = definition.exported?.name ?? definition.key;
  const querystring = recordQuerySchema(definition).omit({ limit: true, offset: true });
  const config = { permission: 'booklet' } as const;

  for (const format of Object.keys(EXPORT_FORMATS) as ExportFormat[]) {
    const schema = { tags: [definition.key], produces: [EXPORT_FORMATS[format].type], querystring };
    // Asked for its headers alone, it would read the whole list all the same.
    const options = { config, schema, exposeHeadRoute: false };
    app.get(exportPath(definition, format), options, async (request, reply) => {
      const actor = request.actor as Actor;
      const query = request.query as ListQuery;
      const total = await repository.total(actor, query);
      const batches = cellBatches(definition, columns, repository.all(actor, query));
      const file = Readable.from(WRITERS[format]({ name, columns, batches }), {
        objectMode: false,
        highWaterMark: HIGH_WATER,
      });
      file.on('error', (error) => {
        if (reply.raw.headersSent) request.log.error({ err: errorForLog(error) }, 'an export broke off');
      });
      return reply
        .headers({
          'X-Total-Count': total,
          [ROWS_PER_FLUSH_HEADER]: BATCH,
          'Content-Disposition': `attachment; filename="${exportFileName(definition, format, today())}"`,
        })
        .type(EXPORT_FORMATS[format].type)
        .send(file);
    });
  }
}
