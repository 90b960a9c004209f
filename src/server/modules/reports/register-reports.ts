import type { FastifyInstance } from 'fastify';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Database } from '#server/db/connect.ts';
import { createChildrenRepository } from './children-repository.ts';
import { createFiguresRepository } from './figures-repository.ts';
import { createRecordReport } from './record-report.ts';
import { registerRecordReport } from './record-report-routes.ts';
import { registerReportRoutes } from './report-routes.ts';
import { createStaffRepository } from './staff-repository.ts';

/** Everything that supervision reads at a glance or takes away whole, from the database that reports read. */
export function registerReports(app: FastifyInstance, { db }: Database): void {
  registerReportRoutes(app, {
    figures: createFiguresRepository(db),
    children: createChildrenRepository(db),
    staff: createStaffRepository(db),
  });
  for (const record of [RECORDS.control, RECORDS.vacuna] as unknown as RecordDefinition[])
    registerRecordReport(app, record, createRecordReport(db, record));
}
