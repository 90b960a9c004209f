import type { FastifyInstance } from 'fastify';
import { getStunting, listDisagreeing } from '#domain/calls/growth-reports.ts';
import { pickDeclared } from '#server/calls/answers.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, readListing } from '#server/lists/listing.ts';
import type { ChildrenRepository } from './children-repository.ts';
import type { StuntingRepository } from './stunting-repository.ts';

export function registerGrowthReportRoutes(
  app: FastifyInstance,
  { stunting, children }: { stunting: StuntingRepository; children: ChildrenRepository },
): void {
  serve(app, getStunting, ({ query }) => stunting.stunting(query));

  const disagreeing = pickDeclared(listDisagreeing.rows);
  serve(app, listDisagreeing, ({ query }) => readListing(query, mapListing(children.disagreeing(query), disagreeing)));
}
