import type { FastifyInstance } from 'fastify';
import { getMeasuring, getOwnMeasuring } from '#domain/calls/measuring.ts';
import { serve } from '#server/calls/serve.ts';
import type { MeasuringRepository } from './measuring-repository.ts';

export function registerMeasuringRoutes(app: FastifyInstance, repository: MeasuringRepository): void {
  serve(app, getMeasuring, async ({ query }) => {
    const { limit = Number.POSITIVE_INFINITY, offset = 0, ...narrowed } = query;
    const { filas, ...report } = await repository.report(narrowed);
    return { total: filas.length, answer: { ...report, filas: filas.slice(offset, offset + limit) } };
  });
  serve(app, getOwnMeasuring, ({ actor, query }) => repository.own(actor.id, query));
}
