import type { FastifyInstance } from 'fastify';
import { getFieldWeek } from '#domain/calls/field-week.ts';
import { serve } from '#server/calls/serve.ts';
import type { FieldRepository } from './field-repository.ts';

export function registerFieldRoutes(app: FastifyInstance, repository: FieldRepository): void {
  serve(app, getFieldWeek, async ({ query, waits }) => {
    const { limit, offset = 0, ...places } = query;
    const week = await repository.week(places, waits);
    const total = week.filas.length;
    if (limit === undefined && offset === 0) return { total, answer: week };
    return { total, answer: { ...week, filas: week.filas.slice(offset, offset + (limit ?? total)) } };
  });
}
