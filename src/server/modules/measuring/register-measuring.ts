import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { registerExportRoutes } from '#server/modules/exports/export-routes.ts';
import { measuringExport } from './measuring-export.ts';
import { createMeasuringRepository } from './measuring-repository.ts';
import { registerMeasuringRoutes } from './measuring-routes.ts';

/** @param database the one that is written, because an answer first counts what waits */
export function registerMeasuring(app: FastifyInstance, database: Database): void {
  const repository = createMeasuringRepository(database);
  registerMeasuringRoutes(app, repository);
  registerExportRoutes(app, measuringExport(repository));
}
