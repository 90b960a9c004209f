import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { today } from '#domain/calendar.ts';
import type { ExportColumn } from '#domain/exports/columns.ts';
import {
  EXPORT_FORMATS,
  type ExportedList,
  type ExportFormat,
  exportFileName,
  exportPath,
  ROWS_PER_FLUSH_HEADER,
} from '#domain/exports/formats.ts';
import { errorForLog } from '#server/plugins/errors.ts';
import type { Actor } from '../actor.ts';
import type { ListQuery } from '../list-query.ts';
import { BATCH } from '../listing.ts';
import { csvStream } from './csv-stream.ts';
import { type ExportTable, xlsxStream } from './xlsx-stream.ts';

const WRITERS: Readonly<Record<ExportFormat, (table: ExportTable) => AsyncIterable<Buffer | string>>> = {
  xlsx: xlsxStream,
  csv: csvStream,
};
const HIGH_WATER = 64 * 1024;

/** What a list must offer to be taken away whole. */
export interface ExportSource {
  list: ExportedList;
  columns: readonly ExportColumn[];
  querystring: z.ZodObject;
  total(actor: Actor, query: ListQuery): Promise<number>;
  /** The rows as the texts of their cells. */
  rows(actor: Actor, query: ListQuery): AsyncIterable<string[][]>;
}

/** Other requests have their turn between batches, also where the database answers within this process. */
async function* yielding(batches: AsyncIterable<string[][]>) {
  for await (const batch of batches) {
    yield batch;
    await setImmediate();
  }
}

/** `GET /api/{list}/exportar.xlsx` and `.csv`: the whole list that its query asks for, streamed as a file. */
export function registerExportRoutes(app: FastifyInstance, { list, columns, total, rows, ...source }: ExportSource) {
  const querystring = source.querystring.omit({ limit: true, offset: true });
  const config = { permission: 'booklet' } as const;

  for (const format of Object.keys(EXPORT_FORMATS) as ExportFormat[]) {
    const schema = { tags: [list.path], produces: [EXPORT_FORMATS[format].type], querystring };
    // Asked for its headers alone, it would read the whole list all the same.
    const options = { config, schema, exposeHeadRoute: false };
    app.get(exportPath(list, format), options, async (request, reply) => {
      const actor = request.actor as Actor;
      const query = request.query as ListQuery;
      const count = await total(actor, query);
      const file = Readable.from(WRITERS[format]({ name: list.name, columns, batches: yielding(rows(actor, query)) }), {
        objectMode: false,
        highWaterMark: HIGH_WATER,
      });
      file.on('error', (error) => {
        if (reply.raw.headersSent) request.log.error({ err: errorForLog(error) }, 'an export broke off');
      });
      return reply
        .headers({
          'X-Total-Count': count,
          [ROWS_PER_FLUSH_HEADER]: BATCH,
          'Content-Disposition': `attachment; filename="${exportFileName(list, format, today())}"`,
        })
        .type(EXPORT_FORMATS[format].type)
        .send(file);
    });
  }
}
