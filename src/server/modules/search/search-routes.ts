import type { FastifyInstance } from 'fastify';
import { searchPeople } from '#domain/calls/search.ts';
import { serve } from '#server/calls/serve.ts';
import type { SearchRepository } from './search-repository.ts';

export function registerSearchRoutes(app: FastifyInstance, repository: SearchRepository): void {
  serve(app, searchPeople, ({ actor, query }) => repository.find(actor, query.q, query.limit));
}
