import { ageBetween } from '../calendar.ts';
import type { ObservationCategory } from '../fields/codes.ts';
import type { Field } from '../fields/field.ts';
import { RECORDS, type RecordKey } from '../records/index.ts';
import { category, coding, concept, idOf, metaOf, numberOf, quantity, textOf } from './elements.ts';
import type { ExchangeContext, ExchangedRow } from './exchanged-booklet.ts';
import { elementOf } from './field-elements.ts';
import { ownCoding } from './own-codes.ts';
import type { CodeableConcept, Observation, Reference } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** The category of fields that name none. */
const CATEGORIES: Readonly<Record<RecordKey, ObservationCategory>> = {
  mujer: 'social-history',
  nino: 'social-history',
  etmi: 'laboratory',
  controlmujer: 'exam',
  vacunamujer: 'exam',
  rn: 'exam',
  vacuna: 'exam',
  tamizaje: 'exam',
  anemia: 'exam',
  control: 'exam',
};

/** The field with the staff member who attended, and the field that says what a result is of. */
const STAFF: Readonly<Partial<Record<RecordKey, string>>> = {
  controlmujer: 'nombrevacunador',
  rn: 'responsableegreso',
};
const SUBJECTS: Readonly<Partial<Record<RecordKey, string>>> = { etmi: 'vacuna', tamizaje: 'clasificacion' };

/** What the observations of a record share. */
export interface Observed {
  readonly key: RecordKey;
  readonly row: ExchangedRow;
  /** `YYYY-MM-DD`; null for the answers of a person, which have no day. */
  readonly day: string | null;
  readonly patient: Reference;
  readonly encounter: Reference | null;
  /** The child's birth date; null if it is unknown, and for women. */
  readonly birth: string | null;
  readonly context: ExchangeContext;
}

const RECUMBENT_BELOW_MONTHS = 24;

/** Whether a child is measured lying on a day, as before 24 months; false if its birth date is unknown. */
const isMeasuredLying = ({ birth, day, row }: Observed): boolean => {
  const months = birth && day && day >= birth ? ageBetween(birth, day).months : numberOf(row, 'edad');
  return months !== null && months < RECUMBENT_BELOW_MONTHS;
};

function codeOf(field: Field, name: string, observed: Observed): CodeableConcept {
  const { key, row, context } = observed;
  const { lying, loinc = [] } = field.codes ?? {};
  const codes = [...(lying && isMeasuredLying(observed) ? [lying] : []), ...loinc];
  const of = SUBJECTS[key];
  const subject = name === 'resultadonormal' || name === 'resultado' ? of && textOf(row, of) : null;
  return concept(
    [
      ...codes.map((code) => coding(SYSTEMS.loinc, code)),
      ownCoding(context.base, 'libreta', `${key}.${name}`, field.label),
    ],
    subject ? `${field.label}: ${subject}` : field.label,
  );
}

type ObservedValue = Pick<
  Observation,
  'valueQuantity' | 'valueBoolean' | 'valueDateTime' | 'valueString' | 'valueCodeableConcept'
>;

/** The value of a field; null if it is empty. A tick that is not set says nothing; the answer "No" does. */
function observedValue(field: Field, name: string, { key, row, context }: Observed): ObservedValue | null {
  if (field.kind === 'flag') {
    const answer = row[name];
    if (typeof answer !== 'boolean') return null;
    return answer || field.yesNo ? { valueBoolean: answer } : null;
  }
  if (field.kind === 'number') {
    const value = numberOf(row, name);
    return value === null ? null : { valueQuantity: quantity(value, field.unit ?? 'puntos') };
  }
  const text = textOf(row, name);
  if (text === null) return null;
  if (field.kind === 'date') return { valueDateTime: text.slice(0, 10) };
  const option = field.kind === 'choice' ? field.options.find(({ value }) => value === text) : undefined;
  if (!option) return { valueString: text };
  const own = ownCoding(context.base, 'libreta-opciones', `${key}.${name}.${option.value}`, option.label);
  return { valueCodeableConcept: concept([own], option.label) };
}

/** What every observation of a record has, without code and value. */
export function commonOf({ key, row, day, patient, encounter }: Observed) {
  const staff = STAFF[key];
  const performer = staff ? textOf(row, staff) : null;
  return {
    status: 'final',
    subject: patient,
    ...(encounter && { encounter }),
    ...(day !== null && { effectiveDateTime: day }),
    ...(performer && { performer: [{ display: performer }] }),
  } as const;
}

/** One Observation for each field that has a value and is no element of another resource. */
export function fieldObservations(observed: Observed): Observation[] {
  const { key, row } = observed;
  const fields: Readonly<Record<string, Field>> = RECORDS[key].fields;
  return Object.entries(fields).flatMap(([name, field]): Observation[] => {
    if (elementOf(key, name) !== null) return [];
    const value = observedValue(field, name, observed);
    if (value === null) return [];
    // A weight at discharge is of that day, if it is known.
    const discharge = key === 'rn' && name === 'pesoegreso' ? textOf(row, 'fechaalta') : null;
    return [
      {
        resourceType: 'Observation',
        id: `${idOf(row)}.${name}`,
        meta: metaOf(row),
        ...commonOf(observed),
        ...(discharge && { effectiveDateTime: discharge.slice(0, 10) }),
        category: category(field.codes?.category ?? CATEGORIES[key]),
        code: codeOf(field, name, observed),
        ...value,
      },
    ];
  });
}
