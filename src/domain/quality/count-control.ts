import { daysOfAge, growthAge } from '../growth/corrected-age.ts';
import { evaluateGrowth } from '../growth/evaluate.ts';
import { roundTo } from '../growth/lms.ts';
import type { Standards } from '../growth/who/standards.ts';
import { type Counts, MEASURES, type Measure, SCORES, SPREAD_SCORES } from './counts.ts';
import { lastDigit } from './digits.ts';

type Measures = Readonly<Record<Measure, number | null>>;

/** A control with what is needed of its child: kg and cm, `YYYY-MM-DD`. */
export interface MeasuredControl extends Measures {
  readonly fecha: string;
  readonly nacimiento: string | null;
  /** Days of pregnancy at birth; null if unknown. */
  readonly gestacion: number | null;
  /** The measures of the child's latest control on an earlier day; null without one. */
  readonly antes: Measures | null;
}

/** A length that is shorter than the last one by more than this, in cm, was not measured well: {@link countControl}. */
export const SHRINKING_TOLERANCE_CM = 0.7;

/** Scores are summed in hundredths, so that sums are whole numbers and exact in any order. */
export const HUNDREDTHS = 100;

function countScores(counts: Counts, control: MeasuredControl, standards: Standards | null): void {
  const { nacimiento, gestacion, fecha } = control;
  const age = growthAge({ birth: nacimiento, gestacion }, fecha);
  if (age === null || age.cronologica < 0 || !standards) return;
  const edadDias = daysOfAge(age);
  counts.evaluables += 1;
  const { peso, longitud, perimetro } = control;
  const { scores } = evaluateGrowth({ edadDias, peso, longitud, perimetro }, standards);
  for (const key of SCORES) {
    const score = scores[key];
    if (!score) continue;
    counts[`${key}Puntajes`] += 1;
    if (score.flagged) counts[`${key}Fuera`] += 1;
  }
  for (const key of SPREAD_SCORES) {
    const score = scores[key];
    if (!score || score.flagged) continue;
    const hundredths = Math.round(score.z * HUNDREDTHS);
    counts[`${key}Suma1`] += hundredths;
    counts[`${key}Suma2`] += hundredths ** 2;
    counts[`${key}Suma3`] += hundredths ** 3;
    counts[`${key}Suma4`] += hundredths ** 4;
  }
}

function compare(counts: Counts, now: Measures, before: Measures): void {
  counts.comparados += 1;
  if (now.longitud !== null && before.longitud !== null)
    counts.acortados += roundTo(before.longitud - now.longitud, 2) > SHRINKING_TOLERANCE_CM ? 1 : 0;
  for (const measure of MEASURES)
    if (now[measure] !== null && now[measure] === before[measure]) counts[`${measure}Igual`] += 1;
}

/**
 * Adds one control to the counts. Implausible scores are those outside WHO's limits (`zlen`, `zwei`, `zwfl`, `zhc` of WHO
 * Anthro); they are left out of the sums of powers.
 * Source: WHO and UNICEF, Recommendations for data collection, analysis and reporting on anthropometric indicators in
 * children under 5 years old (2019), chapter 3.1.
 * @param standards those of the child's sex; null if it is unknown
 */
export function countControl(counts: Counts, control: MeasuredControl, standards: Standards | null): void {
  counts.controles += 1;
  for (const measure of MEASURES) {
    const value = control[measure];
    if (value === null) continue;
    counts[`${measure}Con`] += 1;
    counts[`${measure}${lastDigit(value) as 0}`] += 1;
  }
  countScores(counts, control, standards);
  if (control.antes) compare(counts, control, control.antes);
}
