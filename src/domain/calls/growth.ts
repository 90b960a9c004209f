import { z } from 'zod';
import { evaluationRequestSchema } from '../growth/evaluation-request.ts';
import { growthAgeSchema } from '../growth/growth-age.ts';
import { INDICATOR_KEYS, type IndicatorKey } from '../growth/indicators.ts';
import { defineCall } from './define-call.ts';

const MAX_EVALUATIONS = 1000;
const TOO_MANY = `Envía como máximo ${MAX_EVALUATIONS} evaluaciones a la vez`;

export type EvaluationRequest = z.output<typeof evaluationRequestSchema>;

/** One child or a list; a problem in a list has the index in its path ("3.peso"). */
const body = z.unknown().transform((sent, context): EvaluationRequest | EvaluationRequest[] => {
  const list = Array.isArray(sent) ? sent : [sent];
  if (list.length > MAX_EVALUATIONS) {
    context.addIssue({ code: 'custom', message: TOO_MANY, input: list.length });
    return z.NEVER;
  }
  const read = list.flatMap((one, index) => {
    const result = evaluationRequestSchema.safeParse(one);
    if (result.success) return [result.data];
    for (const { message, path } of result.error.issues)
      context.addIssue({ code: 'custom', message, path: Array.isArray(sent) ? [index, ...path] : path, input: one });
    return [];
  });
  return Array.isArray(sent) ? read : (read[0] ?? z.NEVER);
});

const one = z.toJSONSchema(evaluationRequestSchema, { io: 'input' }) as object;
const documented = body.meta({
  anyOf: [one, { type: 'array', maxItems: MAX_EVALUATIONS, items: one }],
  examples: [{ sexo: 'FEMENINO', edadDias: 365, peso: 8.55, longitud: 73.2, perimetro: 45.1 }],
});

const byIndicator = <T extends z.ZodType, K extends string>(value: T, name: (key: IndicatorKey) => K) =>
  Object.fromEntries(INDICATOR_KEYS.map((key) => [name(key), value])) as Record<K, T>;
/** The answer for one child at one visit. */
export const evaluationAnswerSchema = z.object({
  ...byIndicator(z.number().nullable(), (key) => `z${key}`),
  percentiles: z.object(byIndicator(z.number().nullable(), (key) => key)),
  alertas: z.array(z.string()),
  clasificacion: z.object(byIndicator(z.string().nullable(), (key) => key)),
  /** Only if the days of pregnancy were sent. */
  edad: growthAgeSchema.optional(),
});
export type EvaluationAnswer = z.input<typeof evaluationAnswerSchema>;

export const evaluateChildren = defineCall({
  method: 'POST',
  path: '/api/crecimiento/evaluar',
  permission: 'booklet',
  keeps: 'nothing',
  tag: 'crecimiento',
  body: documented,
  listBody: true,
  answer: z.union([evaluationAnswerSchema, z.array(evaluationAnswerSchema)]),
});
