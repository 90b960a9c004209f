import type { EvaluationAnswer } from '#domain/calls/growth.ts';
import { bodyMassCategory } from '#domain/growth/body-mass-index.ts';
import type { Evaluation, Score } from '#domain/growth/evaluate.ts';
import { INDICATOR_KEYS, type IndicatorKey } from '#domain/growth/indicators.ts';
import { roundTo } from '#domain/growth/lms.ts';

/** For BMI the category of the percentile in the specification, for the others the band of the z-score. */
const classOf = (key: IndicatorKey, { percentile, className }: Score) =>
  key === 'imc' ? bodyMassCategory(percentile) : className;

const each = <T, K extends string>(value: (key: IndicatorKey) => T, name: (key: IndicatorKey) => K) =>
  Object.fromEntries(INDICATOR_KEYS.map((key) => [name(key), value(key)])) as Record<K, T>;
const plain = (key: IndicatorKey) => key;

/** z-scores and percentiles to 2 decimals; null if they cannot be computed. */
export const evaluationAnswer = ({ scores, alerts }: Evaluation): EvaluationAnswer => ({
  ...each(
    (key) => scores[key]?.z ?? null,
    (key) => `z${key}` as const,
  ),
  percentiles: each((key) => {
    const score = scores[key];
    return score && roundTo(score.percentile, 2);
  }, plain),
  alertas: alerts,
  clasificacion: each((key) => {
    const score = scores[key];
    return score && classOf(key, score);
  }, plain),
});
