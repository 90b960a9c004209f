import { z } from 'zod';
import { type Prevalence, prevalence, prevalenceSchema } from './prevalence.ts';

/** What the rows of the table are: places, sexes or age groups. */
export const SURVEY_GROUPINGS = ['provincia', 'canton', 'establecimiento', 'sexo', 'edad'] as const;
export type SurveyGrouping = (typeof SURVEY_GROUPINGS)[number];

/** Shares of fewer children say little: the interval is wide, and a few children change the class. */
const SAYS_LITTLE_BELOW = 30;
export const SAYS_LITTLE = `Menos de ${SAYS_LITTLE_BELOW} niños: este porcentaje dice poco`;

/** Upper bounds in percent, exclusive: M. de Onis et al., Public Health Nutrition 22 (2019) 175–179 (WHO and UNICEF). */
const STUNTING_BOUNDS = [2.5, 10, 20, 30] as const;
const WASTING_BOUNDS = [2.5, 5, 10, 15] as const;

/** The classes of severity, from the lowest prevalence on. */
const SEVERITIES = ['Muy baja', 'Baja', 'Media', 'Alta', 'Muy alta'] as const;
type Severity = (typeof SEVERITIES)[number];

interface SurveyIndicator {
  readonly label: string;
  /** How it is defined, for the table. */
  readonly rule: string;
  readonly severe: string;
  /** Children with a plausible score; those beyond the limit, and beyond the severe one. */
  readonly counts: readonly [n: SurveyCount, cases: SurveyCount, severe: SurveyCount];
  /** Null where WHO and UNICEF give no classes. */
  readonly bounds: readonly number[] | null;
}

export const SURVEY_COUNTS = [
  'ninos',
  'desnutricion',
  'talla',
  'tallaBajo2',
  'tallaBajo3',
  'pesotalla',
  'pesotallaBajo2',
  'pesotallaBajo3',
  'pesotallaSobre2',
  'pesotallaSobre3',
  'peso',
  'pesoBajo2',
  'pesoBajo3',
] as const;
type SurveyCount = (typeof SURVEY_COUNTS)[number];
export type SurveyCounts = Record<SurveyCount, number>;

/**
 * WHO and UNICEF, Recommendations for data collection, analysis and reporting on anthropometric indicators (2019): strictly below −2 and −3 or
 * above +2 and +3, of the children with a plausible score. The cases include the severe ones.
 */
export const SURVEY_INDICATORS = {
  cronica: {
    label: 'Desnutrición crónica',
    rule: 'talla para la edad bajo −2',
    severe: 'Severa (bajo −3)',
    counts: ['talla', 'tallaBajo2', 'tallaBajo3'],
    bounds: STUNTING_BOUNDS,
  },
  aguda: {
    label: 'Desnutrición aguda',
    rule: 'peso para la talla bajo −2',
    severe: 'Severa (bajo −3)',
    counts: ['pesotalla', 'pesotallaBajo2', 'pesotallaBajo3'],
    bounds: WASTING_BOUNDS,
  },
  sobrepeso: {
    label: 'Sobrepeso y obesidad',
    rule: 'peso para la talla sobre +2',
    severe: 'Obesidad (sobre +3)',
    counts: ['pesotalla', 'pesotallaSobre2', 'pesotallaSobre3'],
    bounds: WASTING_BOUNDS,
  },
  global: {
    label: 'Bajo peso',
    rule: 'peso para la edad bajo −2',
    severe: 'Severo (bajo −3)',
    counts: ['peso', 'pesoBajo2', 'pesoBajo3'],
    bounds: null,
  },
} as const satisfies Record<string, SurveyIndicator>;
export type SurveyKey = keyof typeof SURVEY_INDICATORS;
export const SURVEY_KEYS = Object.keys(SURVEY_INDICATORS) as SurveyKey[];

/** @returns the class of the unrounded share, compared in whole numbers, or null without children or classes */
export function severityOf(bounds: readonly number[] | null, cases: number, n: number): Severity | null {
  if (bounds === null || n === 0) return null;
  const at = bounds.findIndex((bound) => cases * 1000 < bound * 10 * n);
  return SEVERITIES[at === -1 ? bounds.length : at] ?? null;
}

export const saysLittle = (n: number): boolean => n < SAYS_LITTLE_BELOW;

export const surveyShareSchema = z.object({
  n: z.int(),
  total: prevalenceSchema,
  severa: prevalenceSchema,
  clase: z.enum(SEVERITIES).nullable(),
});
export type SurveyShare = z.output<typeof surveyShareSchema>;

/** The WHO indicators of a group, and the programme's own count of the same children. */
export type SurveyShares = Record<SurveyKey, SurveyShare> & {
  ninos: number;
  programa: Prevalence;
};

function shareOf(key: SurveyKey, counts: SurveyCounts): SurveyShare {
  const { counts: names, bounds } = SURVEY_INDICATORS[key];
  const [n, cases, severe] = [counts[names[0]], counts[names[1]], counts[names[2]]];
  return {
    n,
    total: prevalence(cases, n),
    severa: prevalence(severe, n),
    clase: severityOf(bounds, cases, n),
  };
}

export function surveyShares(counts: SurveyCounts): SurveyShares {
  const { ninos, desnutricion } = counts;
  return {
    ninos,
    programa: prevalence(desnutricion, ninos),
    cronica: shareOf('cronica', counts),
    aguda: shareOf('aguda', counts),
    sobrepeso: shareOf('sobrepeso', counts),
    global: shareOf('global', counts),
  };
}
