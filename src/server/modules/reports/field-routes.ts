import type { FastifyInstance } from 'fastify';
import { getFieldWeek } from '#domain/calls/field-week.ts';
import { onlyDeclared } from '#server/calls/answers.ts';
import { serve } from '#server/calls/serve.ts';
import type { FieldRepository } from './field-repository.ts';

const figures = onlyDeclared(getFieldWeek.answer.shape.general);

export function registerFieldRoutes(app: FastifyInstance, repository: FieldRepository): void {
  serve(app, getFieldWeek, async ({ query }) => {
    const week = await repository.week(query);
    return { ...week, general: figures(week.general) };
  });
}
