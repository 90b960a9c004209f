import type { FastifyInstance } from 'fastify';
import { RECORDS } from '#domain/records/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { ChildPictures } from '#server/modules/records/child-pictures.ts';
import { createChildrenRepository } from './children-repository.ts';
import { createFieldRepository } from './field-repository.ts';
import { registerFieldRoutes } from './field-routes.ts';
import { createFiguresRepository } from './figures-repository.ts';
import { registerGrowthReportRoutes } from './growth-report-routes.ts';
import { createRecordReport } from './record-report.ts';
import { registerRecordReport } from './record-report-routes.ts';
import { registerReportRoutes } from './report-routes.ts';
import { createStaffRepository } from './staff-repository.ts';
import { createStuntingRepository } from './stunting-repository.ts';
import { createSurveyRepository } from './survey-repository.ts';
import { registerSurveyRoutes } from './survey-routes.ts';

export function registerReports(app: FastifyInstance, { db }: Database, pictures: ChildPictures): void {
  const children = createChildrenRepository(db);
  registerReportRoutes(app, { figures: createFiguresRepository(db), children, staff: createStaffRepository(db) });
  registerGrowthReportRoutes(app, { stunting: createStuntingRepository(db), children });
  registerSurveyRoutes(app, createSurveyRepository(db));
  registerFieldRoutes(app, createFieldRepository(db, pictures));
  registerRecordReport(app, RECORDS.control, createRecordReport(db, RECORDS.control, 'controles'));
  registerRecordReport(app, RECORDS.vacuna, createRecordReport(db, RECORDS.vacuna, 'vacunas'));
}
