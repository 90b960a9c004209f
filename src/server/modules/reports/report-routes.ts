import type { FastifyInstance } from 'fastify';
import {
  countBySex,
  countByStaff,
  getDashboard,
  listFollowed,
  listVaccinated,
  weighByCanton,
} from '#domain/calls/reports.ts';
import { listResponsible } from '#domain/calls/responsible.ts';
import { pickDeclared } from '#server/calls/answers.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, readListing } from '#server/lists/listing.ts';
import type { ChildrenRepository } from './children-repository.ts';
import type { FiguresRepository } from './figures-repository.ts';
import type { StaffRepository } from './staff-repository.ts';

export interface ReportRepositories {
  figures: FiguresRepository;
  children: ChildrenRepository;
  staff: StaffRepository;
}

export function registerReportRoutes(app: FastifyInstance, { figures, children, staff }: ReportRepositories): void {
  serve(app, getDashboard, ({ query }) => figures.dashboard(query));
  serve(app, countBySex, ({ query }) => figures.bySex(query));
  serve(app, weighByCanton, ({ query }) => figures.weightByCanton(query));

  const followed = pickDeclared(listFollowed.rows);
  serve(app, listFollowed, ({ query }) => readListing(query, mapListing(children.followed(query), followed)));

  const vaccinated = pickDeclared(listVaccinated.rows);
  serve(app, listVaccinated, ({ query }) => readListing(query, mapListing(children.vaccinated(query), vaccinated)));

  serve(app, listResponsible, () => staff.responsible());

  serve(app, countByStaff, async ({ query }) => {
    const { personas, ...answer } = await staff.counts(query);
    return { total: personas, answer };
  });
}
