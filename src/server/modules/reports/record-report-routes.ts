import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { PLACES } from '#domain/reports/places.ts';
import { type ListQuery, listQuerySchema } from '../list-query.ts';
import { sendListing } from '../listing.ts';
import { toWire, wireSchema } from '../records/record-wire.ts';

import { EMBEDDED, type RecordReport, type ReportedRow } from './record-report.ts';

const config = { permission: 'reports' } as const;
const NINO = RECORDS.nino;
const child = wireSchema(NINO).pick(Object.fromEntries(EMBEDDED.map((name) => [name, true])) as { _id: true });

/** `GET /api/{record}/reporte`: one item per record, with the child embedded as `ninoId`. */
export function registerRecordReport(app: FastifyInstance, definition: RecordDefinition, report: RecordReport): void {
  const response = { 200: z.array(wireSchema(definition).extend({ ninoId: child })) };
  const querystring = listQuerySchema([...definition.fieldNames, 'fechaRegistro'], PLACES);
  const schema = { tags: ['reportes'], querystring, response };
  const reportedToWire = (row: ReportedRow) => ({ ...toWire(definition, row), ninoId: row.child });
  app.get(`/api/${definition.path}/reporte`, { config, schema }, (request, reply) =>
    sendListing(reply, request.query as ListQuery, report(request.query as ListQuery), reportedToWire),
  );
}
