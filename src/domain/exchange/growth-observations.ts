import { bodyMassIndex } from '../growth/body-mass-index.ts';
import { type Birth, daysOfAge, growthAge, isCorrected } from '../growth/corrected-age.ts';
import { type PlausibleScores, plausibleScores } from '../growth/evaluate.ts';
import { bandOf, INDICATOR_KEYS, INDICATORS, type IndicatorKey } from '../growth/indicators.ts';
import { roundTo } from '../growth/lms.ts';
import type { Standards } from '../growth/who/standards.ts';
import { category, coding, computedMeta, concept, dayOfField, idOf, numberOf, quantity, refer } from './elements.ts';
import type { ExchangedRow } from './exchanged-booklet.ts';
import { type CodedObservation, commonOf, type Observed } from './observations.ts';
import { ownCoding } from './own-codes.ts';
import type { Observation } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** SNOMED CT by RCPCH; none was certain for weight for length. */
export const Z_SCORE_CODES: Readonly<Record<IndicatorKey, string | null>> = {
  talla: '1153590000',
  peso: '1153593003',
  imc: '1153596006',
  perimetro: '1153594009',
  pesotalla: null,
};

/** The measures that a score is computed from. */
const MEASURES: Readonly<Record<IndicatorKey, readonly string[]>> = {
  talla: ['longitud'],
  peso: ['peso'],
  imc: ['peso', 'longitud'],
  perimetro: ['perimetro'],
  pesotalla: ['peso', 'longitud'],
};

export const BMI_CODE = '39156-5';
const METHOD = 'Patrones de Crecimiento Infantil de la OMS (2006; perímetro cefálico 2007)';

/** The plausible z-scores of a control at the age that the application uses, and whether that is the corrected one. */
export function scoresOf(
  control: ExchangedRow,
  child: Birth,
  standards: Standards | undefined,
): { readonly z: PlausibleScores; readonly corrected: boolean } | null {
  const day = dayOfField(control, 'fecha');
  const age = day === null ? null : growthAge(child, day);
  if (!age || !standards) return null;
  const [peso, longitud, perimetro] = ['peso', 'longitud', 'perimetro'].map((name) => numberOf(control, name));
  const input = {
    edadDias: daysOfAge(age),
    peso: peso ?? null,
    longitud: longitud ?? null,
    perimetro: perimetro ?? null,
  };
  return { z: plausibleScores(input, standards), corrected: isCorrected(age) };
}

const derivedFrom = (row: ExchangedRow, fields: readonly string[]) =>
  fields.map((field) => refer('Observation', `${idOf(row)}.${field}`));

const BODY_MASS = 'Índice de masa corporal';

const bodyMassCode = (base: string): CodedObservation => ({
  category: category('vital-signs'),
  code: concept([coding(SYSTEMS.loinc, BMI_CODE), ownCoding(base, 'libreta', 'control.imc', BODY_MASS)], BODY_MASS),
});

function scoreCode(indicator: IndicatorKey, base: string): CodedObservation {
  const label = `${INDICATORS[indicator].short}, puntaje z`;
  const snomed = Z_SCORE_CODES[indicator];
  const own = ownCoding(base, 'libreta', `control.z-${indicator}`, label);
  return {
    category: category('exam'),
    code: concept([...(snomed === null ? [] : [coding(SYSTEMS.snomed, snomed)]), own], label),
  };
}

/** Every category and code of {@link growthObservations}. */
export const growthCodes = (base: string): CodedObservation[] => [
  bodyMassCode(base),
  ...INDICATOR_KEYS.map((indicator) => scoreCode(indicator, base)),
];

function bodyMassOf(observed: Observed): Observation[] {
  const { row, context } = observed;
  const index = bodyMassIndex(numberOf(row, 'peso'), numberOf(row, 'longitud'));
  if (index === null) return [];
  return [
    {
      resourceType: 'Observation',
      id: `${idOf(row)}.imc`,
      meta: computedMeta([row]),
      ...commonOf(observed),
      ...bodyMassCode(context.base),
      // Without `derivedFrom`: validators do not know an Observation as a target of the vital signs profile.
      valueQuantity: quantity(roundTo(index, 2), 'kg/m²'),
    },
  ];
}

function scoreOf(indicator: IndicatorKey, z: number, corrected: boolean, observed: Observed): Observation {
  const { row, person, newborn, context } = observed;
  return {
    resourceType: 'Observation',
    id: `${idOf(row)}.z-${indicator}`,
    // The age, and whether it is the corrected one, follows the child's birth and newborn record.
    meta: computedMeta([row, person, ...newborn]),
    ...commonOf(observed),
    ...scoreCode(indicator, context.base),
    valueQuantity: quantity(z, 'z'),
    interpretation: [{ text: bandOf(INDICATORS[indicator].bands, z) }],
    method: { text: corrected ? `${METHOD}, con la edad corregida` : METHOD },
    derivedFrom: derivedFrom(row, MEASURES[indicator]),
  };
}

/** BMI and z-scores of a control. Implausible scores by WHO Anthro's limits are left out, as everywhere in the application. */
export function growthObservations(observed: Observed, child: Birth, standards: Standards | undefined): Observation[] {
  const scores = scoresOf(observed.row, child, standards);
  const scored = INDICATOR_KEYS.flatMap((indicator) => {
    const z = scores?.z[indicator] ?? null;
    return z === null || !scores ? [] : [scoreOf(indicator, z, scores.corrected, observed)];
  });
  return [...bodyMassOf(observed), ...scored];
}
