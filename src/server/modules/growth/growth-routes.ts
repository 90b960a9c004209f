import type { FastifyInstance } from 'fastify';
import { type EvaluationAnswer, type EvaluationRequest, evaluateChildren } from '#domain/calls/growth.ts';
import { evaluateGrowth } from '#domain/growth/evaluate.ts';
import type { Sex } from '#domain/growth/who/sexes.ts';
import { loadEveryStandard, type Standards } from '#domain/growth/who/standards.ts';
import { serve } from '#server/calls/serve.ts';
import { evaluationAnswer } from './evaluation-answer.ts';

const evaluated = (
  { sexo, input, edad }: EvaluationRequest,
  standards: Readonly<Record<Sex, Standards>>,
): EvaluationAnswer => ({
  ...evaluationAnswer(evaluateGrowth(input, standards[sexo])),
  ...(edad && { edad: { ...edad } }),
});

export function registerGrowthRoutes(app: FastifyInstance): void {
  serve(app, evaluateChildren, async ({ body }) => {
    const standards = await loadEveryStandard();
    return Array.isArray(body) ? body.map((each) => evaluated(each, standards)) : evaluated(body, standards);
  });
}
