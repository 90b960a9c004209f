import { roundTo } from '../growth/lms.ts';
import { percentOf } from '../reports/figures.ts';
import { adviceOf } from './advice.ts';
import { HUNDREDTHS } from './count-control.ts';
import {
  type Counts,
  digitCounts,
  MEASURES,
  type Measure,
  SCORES,
  type ScoreKey,
  SPREAD_SCORES,
  type SpreadKey,
} from './counts.ts';
import {
  type Described,
  IMPLAUSIBLE_SHARE,
  type Measuring,
  MIN_CONTROLS,
  type Share,
  type Spreads,
} from './described.ts';
import { dissimilarity, preferenceScore, totalOf } from './digits.ts';
import { spreadOf } from './spread.ts';

const shareOf = (casos: number, n: number): Share => ({ n, casos, porcentaje: percentOf(casos, n) });

const each = <K extends string, T>(keys: readonly K[], value: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, T>;

const rounded = (value: number | null, decimals = 2) => (value === null ? null : roundTo(value, decimals));

function digitsOf(counts: Counts, measure: Measure): Described['digitos'][Measure] {
  const digits = digitCounts(counts, measure);
  const n = totalOf(digits);
  return {
    n,
    cuentas: digits,
    porcentajes: digits.map((count) => percentOf(count, n)),
    disimilitud: rounded(dissimilarity(digits)),
    preferencia: rounded(preferenceScore(digits)),
  };
}

function implausibleOf(counts: Counts, key: ScoreKey): Described['improbables'][ScoreKey] {
  const share = shareOf(counts[`${key}Fuera`], counts[`${key}Puntajes`]);
  return { ...share, senalado: share.casos > share.n * IMPLAUSIBLE_SHARE };
}

function spreadOfScores(counts: Counts, key: SpreadKey): Spreads[SpreadKey] {
  const sums = ([1, 2, 3, 4] as const).map((power) => counts[`${key}Suma${power}`] / HUNDREDTHS ** power);
  const [first = 0, second = 0, third = 0, fourth = 0] = sums;
  const spread = spreadOf({
    n: counts[`${key}Puntajes`] - counts[`${key}Fuera`],
    sums: [first, second, third, fourth],
  });
  return (
    spread && {
      n: spread.n,
      desviacion: roundTo(spread.deviation, 2),
      asimetria: rounded(spread.skewness),
      curtosis: rounded(spread.kurtosis),
    }
  );
}

function describe(counts: Counts, diasLlenos: number): Described {
  const { controles, comparados } = counts;
  return {
    completitud: {
      ...each(MEASURES, (measure) => shareOf(counts[`${measure}Con`], controles)),
      puntajes: shareOf(counts.evaluables, controles),
    },
    digitos: each(MEASURES, (measure) => digitsOf(counts, measure)),
    improbables: each(SCORES, (key) => implausibleOf(counts, key)),
    distribucion: each(SPREAD_SCORES, (key) => spreadOfScores(counts, key)),
    acortadas: shareOf(counts.acortados, comparados),
    iguales: each(MEASURES, (measure) => shareOf(counts[`${measure}Igual`], comparados)),
    diasLlenos,
  };
}

/**
 * Describes how well was measured and suggests what to do; there is no mark and no ranking.
 * Source: WHO and UNICEF, Recommendations for data collection, analysis and reporting on anthropometric indicators in
 * children under 5 years old (2019), which advise against one score of data quality.
 * @param fullDays days on which one person measured more than {@link FULL_DAY_CONTROLS} children
 */
export function measuringOf(counts: Counts, fullDays: number): Measuring {
  const { controles } = counts;
  const faltan = Math.max(0, MIN_CONTROLS - controles);
  if (faltan > 0)
    return {
      controles,
      faltan,
      cifras: null,
      frases: [`${faltan === 1 ? 'Falta' : 'Faltan'} ${faltan} para poder decirlo.`],
    };
  const cifras = describe(counts, fullDays);
  return { controles, faltan, cifras, frases: adviceOf(cifras) };
}
