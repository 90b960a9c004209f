import type { FastifyInstance } from 'fastify';
import { getFieldWeek } from '#domain/calls/field-week.ts';
import { pickDeclared } from '#server/calls/answers.ts';
import { serve } from '#server/calls/serve.ts';
import type { FieldRepository } from './field-repository.ts';

const figures = pickDeclared(getFieldWeek.counted.shape.general);

export function registerFieldRoutes(app: FastifyInstance, repository: FieldRepository): void {
  serve(app, getFieldWeek, async ({ query, request }) => {
    const { limit = Number.POSITIVE_INFINITY, offset = 0, ...places } = query;
    const { filas, ...week } = await repository.week(places, () => request.leaveTurn?.());
    const answer = { ...week, filas: filas.slice(offset, offset + limit), general: figures(week.general) };
    return { total: filas.length, answer };
  });
}
