import type { Birth } from '../growth/corrected-age.ts';
import type { IndicatorKey } from '../growth/indicators.ts';
import { malnutritionStatus } from '../growth/malnutrition.ts';
import { MALNOURISHED, NOT_EVALUATED, OVERWEIGHT, type Status } from '../growth/status.ts';
import { classOfScreening, TOO_YOUNG_FOR_CLASS } from '../haemoglobin/anemia-class.ts';
import { coding, computedMeta, concept, dayOfField, idOf, numberOf, refer, textOf } from './elements.ts';
import type { ExchangeContext, ExchangedBooklet, ExchangedRow } from './exchanged-booklet.ts';
import { scoresOf } from './growth-observations.ts';
import { CONDITIONS, type ConditionKey, ownCoding } from './own-codes.ts';
import type { CodeableConcept, Condition } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** SNOMED CT, value set condition-severity of FHIR R4. */
const SEVERITIES = { mild: '255604002', moderate: '6736007', severe: '24484000' } as const;
type Severity = keyof typeof SEVERITIES;

/** Whether a condition was present at one record, which the record can decide. */
interface Assessment {
  readonly row: ExchangedRow;
  readonly day: string;
  readonly isPresent: boolean;
  readonly severity: Severity | null;
}

/** By day; of one day in the order of registration. */
const inOrder = (rows: readonly ExchangedRow[], field: string) =>
  rows
    .flatMap((row) => {
      const day = dayOfField(row, field);
      return day === null ? [] : [{ row, day }];
    })
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));

const ANEMIA_SEVERITIES: Readonly<Record<string, Severity>> = {
  'Anemia leve': 'mild',
  'Anemia moderada': 'moderate',
  'Anemia severa': 'severe',
};

function anemiaIn({ registros, persona }: ExchangedBooklet, { haemoglobinTable }: ExchangeContext): Assessment[] {
  const birth = dayOfField(persona, 'fechanacimiento');
  return inOrder(registros.anemia ?? [], 'fechaaplicacion').flatMap(({ row, day }) => {
    const className = classOfScreening(haemoglobinTable, row, birth);
    if (className === null || className === TOO_YOUNG_FOR_CLASS) return [];
    const severity = ANEMIA_SEVERITIES[className] ?? null;
    return [{ row, day, isPresent: severity !== null, severity }];
  });
}

const statusIn = ({ registros }: ExchangedBooklet, status: Status): Assessment[] =>
  inOrder(registros.control ?? [], 'fecha').flatMap(({ row, day }) => {
    const [edad = null, peso = null, longitud = null] = ['edad', 'peso', 'longitud'].map((name) => numberOf(row, name));
    const atControl = malnutritionStatus({ edad, peso, longitud });
    return atControl === NOT_EVALUATED ? [] : [{ row, day, isPresent: atControl === status, severity: null }];
  });

/** Cut-offs of the WHO in standard deviations. */
const LOW = -2;
const SEVERELY_LOW = -3;

function lowScoresIn(
  booklet: ExchangedBooklet,
  key: IndicatorKey,
  child: Birth,
  context: ExchangeContext,
): Assessment[] {
  const standards = context.standards[String(booklet.persona.sexo)];
  return inOrder(booklet.registros.control ?? [], 'fecha').flatMap(({ row, day }) => {
    const z = scoresOf(row, child, standards)?.z[key] ?? null;
    return z === null ? [] : [{ row, day, isPresent: z < LOW, severity: z < SEVERELY_LOW ? 'severe' : null }];
  });
}

/** The records since the condition is present without a break; of a resolved one, those of its last time. */
function lastPresence(assessments: readonly Assessment[]): readonly Assessment[] {
  const end = assessments.findLastIndex(({ isPresent }) => isPresent);
  const begin = assessments.slice(0, end + 1).findLastIndex(({ isPresent }) => !isPresent) + 1;
  return assessments.slice(begin, end + 1);
}

function codeOf(key: ConditionKey, base: string): CodeableConcept {
  const { display } = CONDITIONS[key];
  const standard = key === 'anemia' ? [coding(SYSTEMS.snomed, '271737000')] : [];
  return concept([...standard, ownCoding(base, 'libreta-condiciones', key, display)], display);
}

function conditionOf(
  key: ConditionKey,
  assessments: readonly Assessment[],
  { persona, registros }: ExchangedBooklet,
  evidence: (row: ExchangedRow) => string,
  { base }: ExchangeContext,
): Condition[] {
  const presence = lastPresence(assessments);
  const [first, last, latest] = [presence[0], presence.at(-1), assessments.at(-1)];
  if (!first || !last || !latest) return [];
  const severity = last.severity;
  const person = idOf(persona);
  const recorded = textOf(last.row, 'fechaRegistro');
  return [
    {
      resourceType: 'Condition',
      id: `${person}.${key}`,
      // Ages and scores follow the child's birth and newborn record.
      meta: computedMeta([...assessments.map(({ row }) => row), persona, ...(registros.rn ?? [])]),
      clinicalStatus: concept([coding(SYSTEMS.conditionClinical, latest.isPresent ? 'active' : 'resolved')]),
      verificationStatus: concept([coding(SYSTEMS.conditionVerification, 'provisional')]),
      category: [concept([coding(SYSTEMS.conditionCategory, 'problem-list-item')])],
      ...(severity && { severity: concept([coding(SYSTEMS.snomed, SEVERITIES[severity])]) }),
      code: codeOf(key, base),
      subject: refer('Patient', person),
      onsetDateTime: first.day,
      ...(!latest.isPresent && { abatementDateTime: assessments[assessments.indexOf(last) + 1]?.day ?? latest.day }),
      ...(recorded && { recordedDate: recorded }),
      evidence: [{ detail: presence.map(({ row }) => refer('Observation', evidence(row))) }],
      note: [{ text: `Calculado por la Libreta, sin diagnóstico clínico. ${CONDITIONS[key].definition}` }],
    },
  ];
}

/** The conditions that a child's records show, now or earlier: computed, so `provisional`. Women have none. */
export function conditionsOf(booklet: ExchangedBooklet, child: Birth, context: ExchangeContext): Condition[] {
  if (booklet.tipo !== 'nino') return [];
  const of = (key: ConditionKey, assessments: readonly Assessment[], field: string) =>
    conditionOf(key, assessments, booklet, (row) => `${idOf(row)}.${field}`, context);
  const low = (key: IndicatorKey) => lowScoresIn(booklet, key, child, context);
  return [
    ...of('anemia', anemiaIn(booklet, context), 'valorcorregido'),
    ...of('desnutricion', statusIn(booklet, MALNOURISHED), 'peso'),
    ...of('sobrepeso', statusIn(booklet, OVERWEIGHT), 'peso'),
    ...of('talla-baja', low('talla'), 'z-talla'),
    ...of('desnutricion-aguda', low('pesotalla'), 'z-pesotalla'),
    ...of('bajo-peso', low('peso'), 'z-peso'),
  ];
}
