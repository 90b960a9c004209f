import type { FastifyInstance } from 'fastify';
import { embeddedChild, listReported } from '#domain/calls/record-reports.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { pickDeclared } from '#server/calls/answers.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, readListing } from '#server/lists/listing.ts';
import { toWire } from '#server/modules/records/record-wire.ts';
import type { RecordReport } from './record-report.ts';

const embedded = pickDeclared(embeddedChild);

export function registerRecordReport(app: FastifyInstance, definition: RecordDefinition, report: RecordReport): void {
  serve(app, listReported(definition), ({ query }) =>
    readListing(
      query,
      mapListing(report(query), ({ child, ...row }) => ({ ...toWire(definition, row), ninoId: embedded(child) })),
    ),
  );
}
