import { showNumber } from '../fields/number.ts';
import { inWords } from '../text.ts';
import { SHRINKING_TOLERANCE_CM } from './count-control.ts';
import { MEASURES, type Measure, SCORES, type ScoreKey, SPREAD_SCORES, type SpreadKey } from './counts.ts';
import { type Described, type Digits, FULL_DAY_CONTROLS, IMPLAUSIBLE_SHARE } from './described.ts';
import { digitChiSquare } from './digits.ts';

/** SMART calls a higher digit preference score problematic (Plausibility check for anthropometry, 2015). */
const PREFERENCE_LIMIT = 20;
/** The 99th percentile of χ² with 9 degrees of freedom: of few measures chance alone makes digits uneven. */
const CHANCE_LIMIT = 21.67;
/** A digit is named from one and a half times its expected share, in percent. */
const NAMED_SHARE = 15;
/** WHO and UNICEF (2019): scores of a population hardly ever vary more. */
const DEVIATION_LIMIT = 1.5;
/** Weight and length of a child under two that did not change, in percent of comparisons. */
const EQUAL_SHARE = 10;
/** A head hardly grows from one month to the next in the second year. */
const EQUAL_HEADS_SHARE = 30;

const PLURALS: Record<Measure, string> = { peso: 'pesos', longitud: 'longitudes', perimetro: 'perímetros' };
const MANY: Record<Measure, string> = { peso: 'Muchos', longitud: 'Muchas', perimetro: 'Muchos' };
const READING: Record<Measure, string> = {
  peso: 'lee en la balanza el decimal que muestra, sin redondear',
  longitud: 'lee el milímetro en la cinta',
  perimetro: 'lee el milímetro en la cinta',
};
const SCORE_NAMES: Record<ScoreKey, string> = {
  talla: 'talla para la edad',
  peso: 'peso para la edad',
  pesotalla: 'peso para la talla',
  perimetro: 'perímetro para la edad',
};
const CHECK: Record<ScoreKey, string> = {
  talla: 'la fecha de nacimiento y la longitud',
  peso: 'la fecha de nacimiento y el peso',
  pesotalla: 'el peso y la longitud',
  perimetro: 'la fecha de nacimiento y el perímetro',
};

/** The digits that are far too frequent, in order. */
function preferredDigits({ cuentas, porcentajes, preferencia }: Digits): string[] {
  if (preferencia === null || preferencia <= PREFERENCE_LIMIT || digitChiSquare(cuentas) <= CHANCE_LIMIT) return [];
  return porcentajes.flatMap((share, digit) => (share >= NAMED_SHARE ? [`,${digit}`] : []));
}

function digitAdvice({ digitos }: Described, measure: Measure): string[] {
  const digits = preferredDigits(digitos[measure]);
  if (digits.length === 0) return [];
  return [`${MANY[measure]} ${PLURALS[measure]} terminan en ${inWords(digits)}: ${READING[measure]}.`];
}

function implausibleAdvice({ improbables }: Described, key: ScoreKey): string[] {
  const { senalado, porcentaje } = improbables[key];
  if (!senalado) return [];
  return [
    `El ${showNumber(porcentaje, 1)} % de los puntajes de ${SCORE_NAMES[key]} está fuera de lo posible: revisa ${CHECK[key]} antes de guardar.`,
  ];
}

function spreadAdvice({ distribucion }: Described, key: SpreadKey): string[] {
  const deviation = distribucion[key]?.desviacion ?? 0;
  if (deviation <= DEVIATION_LIMIT) return [];
  return [
    `Los puntajes de ${SCORE_NAMES[key]} varían mucho (desviación ${showNumber(deviation, 2)}): comprueba ${CHECK[key]}, y repite la medida.`,
  ];
}

function shrinkingAdvice({ acortadas: { casos, n } }: Described): string[] {
  if (casos <= n * IMPLAUSIBLE_SHARE) return [];
  const first = casos === 1 ? 'Una longitud es' : `${casos} longitudes son`;
  const than = `que la anterior por más de ${showNumber(SHRINKING_TOLERANCE_CM, 1)} cm`;
  return [`${first} ${casos === 1 ? 'menor' : 'menores'} ${than}: mide entre dos personas, con las piernas estiradas.`];
}

function equalAdvice({ iguales }: Described, measure: Measure): string[] {
  const { porcentaje } = iguales[measure];
  if (porcentaje <= (measure === 'perimetro' ? EQUAL_HEADS_SHARE : EQUAL_SHARE)) return [];
  const what = `${PLURALS[measure]} ${measure === 'longitud' ? 'son iguales a la anterior' : 'son iguales al anterior'}`;
  return [
    `El ${showNumber(porcentaje, 0)} % de ${measure === 'longitud' ? 'las' : 'los'} ${what}: mide cada vez, sin copiar.`,
  ];
}

function fullDaysAdvice({ diasLlenos }: Described): string[] {
  if (diasLlenos === 0) return [];
  const days = diasLlenos === 1 ? 'un día' : `${diasLlenos} días`;
  return [
    `En ${days} una misma persona registró más de ${FULL_DAY_CONTROLS} controles: reparte las citas, para medir con calma.`,
  ];
}

/** What can be scored needs sex and birth date; every control has its measures, because the form requires them. */
function completenessAdvice({ completitud }: Described): string[] {
  const { casos, n } = completitud.puntajes;
  const missing = n - casos;
  if (missing <= n * IMPLAUSIBLE_SHARE) return [];
  return [
    `A ${missing} ${missing === 1 ? 'control le' : 'controles les'} falta la fecha de nacimiento o el sexo de la niña o el niño: complétalos en su libreta.`,
  ];
}

const NOTHING = 'Nada llama la atención en este período.';

/** Sentences that describe what stands out and suggest what to do; never empty. They give no mark and compare nobody. */
export function adviceOf(figures: Described): string[] {
  const sentences = [
    ...MEASURES.flatMap((measure) => digitAdvice(figures, measure)),
    ...SCORES.flatMap((key) => implausibleAdvice(figures, key)),
    ...SPREAD_SCORES.flatMap((key) => spreadAdvice(figures, key)),
    ...shrinkingAdvice(figures),
    ...MEASURES.flatMap((measure) => equalAdvice(figures, measure)),
    ...fullDaysAdvice(figures),
    ...completenessAdvice(figures),
  ];
  return sentences.length > 0 ? sentences : [NOTHING];
}
