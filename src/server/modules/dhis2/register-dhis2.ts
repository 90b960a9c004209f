import type { FastifyInstance } from 'fastify';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import type { Database } from '#server/db/connect.ts';
import { registerDhis2Routes } from './dhis2-routes.ts';
import { createMappingRepository } from './mapping-repository.ts';
import { createPeriodFigures } from './period-figures.ts';

interface Dhis2Databases {
  readonly database: Database;
  /** Where reports are read. */
  readonly reports: Database;
  readonly table: HaemoglobinTable;
}

export function registerDhis2(app: FastifyInstance, { database, reports, table }: Dhis2Databases): void {
  const figures = createPeriodFigures({ database: reports, table });
  app.addHook('onClose', figures.close);
  registerDhis2Routes(app, { figures, mapping: createMappingRepository(database.db) });
}
