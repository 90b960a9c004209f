import type { EvaluationAnswer } from '#domain/calls/growth.ts';
import { bodyMassCategory } from '#domain/growth/body-mass-index.ts';
import { type Evaluation, eachIndicator, type Score } from '#domain/growth/evaluate.ts';
import type { IndicatorKey } from '#domain/growth/indicators.ts';
import { roundTo } from '#domain/growth/lms.ts';

/** For BMI the category of the percentile in the specification, for the others the band of the z-score. */
const classOf = (key: IndicatorKey, { percentile, className }: Score) =>
  key === 'imc' ? bodyMassCategory(percentile) : className;

/** z-scores and percentiles to 2 decimals; null if they cannot be computed. */
export const evaluationAnswer = ({ scores, alerts }: Evaluation): EvaluationAnswer => ({
  zpeso: scores.peso?.z ?? null,
  ztalla: scores.talla?.z ?? null,
  zpesotalla: scores.pesotalla?.z ?? null,
  zimc: scores.imc?.z ?? null,
  zperimetro: scores.perimetro?.z ?? null,
  percentiles: eachIndicator((key) => {
    const score = scores[key];
    return score && roundTo(score.percentile, 2);
  }),
  alertas: alerts,
  clasificacion: eachIndicator((key) => {
    const score = scores[key];
    return score && classOf(key, score);
  }),
});
