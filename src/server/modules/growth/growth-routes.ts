import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { bodyMassCategory } from '#domain/growth/body-mass-index.ts';
import { evaluateGrowth, type Score } from '#domain/growth/evaluate.ts';
import { evaluationRequestSchema } from '#domain/growth/evaluation-request.ts';
import { INDICATOR_KEYS, type IndicatorKey } from '#domain/growth/indicators.ts';
import { roundTo } from '#domain/growth/lms.ts';
import { loadEveryStandard, type Sex, type Standards } from '#domain/growth/who/standards.ts';
import { problemsOf } from '#domain/records/define-record.ts';

const AT_ONCE = 1000;
const TOO_MANY = `Envía como máximo ${AT_ONCE} evaluaciones a la vez`;

type Request = z.output<typeof evaluationRequestSchema>;

/** One child, or a list of them; problems of a list say which one they are about ("3.peso"). */
const body = z.unknown().transform((sent, context): Request | Request[] => {
  const list = Array.isArray(sent) ? sent : [sent];
  if (list.length > AT_ONCE) {
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
  anyOf: [one, { type: 'array', maxItems: AT_ONCE, items: one }],
  examples: [{ sexo: 'FEMENINO', edadDias: 365, peso: 8.55, longitud: 73.2, perimetro: 45.1 }],
});

const byIndicator = <T extends z.ZodType, K extends string>(value: T, name: (key: IndicatorKey) => K) =>
  Object.fromEntries(INDICATOR_KEYS.map((key) => [name(key), value])) as Record<K, T>;
const answer = z.object({
  ...byIndicator(z.number().nullable(), (key) => `z${key}`),
  percentiles: z.object(byIndicator(z.number().nullable(), (key) => key)),
  alertas: z.array(z.string()),
  clasificacion: z.object(byIndicator(z.string().nullable(), (key) => key)),
});

/** Of BMI, the specification's category of the percentile; of the others, the band of the z-score. */
const classOf = (key: IndicatorKey, { percentile, className }: Score) =>
  key === 'imc' ? bodyMassCategory(percentile) : className;

/** z-scores and percentiles to 2 decimals; what cannot be computed is null. */
function evaluated({ sexo, input }: Request, standards: Readonly<Record<Sex, Standards>>) {
  const { scores, alerts } = evaluateGrowth(input, standards[sexo]);
  const each = <T>(value: (key: IndicatorKey) => T, name = (key: string) => key) =>
    Object.fromEntries(INDICATOR_KEYS.map((key) => [name(key), value(key)]));
  return {
    ...each(
      (key) => scores[key]?.z ?? null,
      (key) => `z${key}`,
    ),
    percentiles: each((key) => {
      const score = scores[key];
      return score && roundTo(score.percentile, 2);
    }),
    alertas: alerts,
    clasificacion: each((key) => {
      const score = scores[key];
      return score && classOf(key, score);
    }),
  } as z.input<typeof answer>;
}

/** Evaluates children's measures by the WHO's standards; nothing is kept. */
export function registerGrowthRoutes(app: FastifyInstance): void {
  app.post(
    '/api/crecimiento/evaluar',
    {
      config: { permission: 'booklet', keeps: 'nothing' },
      schema: { tags: ['crecimiento'], body: documented, response: { 200: z.union([answer, z.array(answer)]) } },
      // Here, unlike anywhere else, a list is a body.
      validatorCompiler: () => (sent) => {
        const result = body.safeParse(sent ?? {});
        if (result.success) return { value: result.data };
        return { error: new AppError('invalid', { problems: problemsOf(result.error) }) };
      },
    },
    async (request) => {
      const standards = await loadEveryStandard();
      const sent = request.body as Request | Request[];
      return Array.isArray(sent) ? sent.map((each) => evaluated(each, standards)) : evaluated(sent, standards);
    },
  );
}
