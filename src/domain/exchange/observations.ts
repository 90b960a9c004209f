import { ageBetween } from '../calendar.ts';
import type { Field } from '../fields/field.ts';
import { RECORDS, type RecordKey } from '../records/index.ts';
import { category, coding, concept, idOf, jointMeta, metaOf, numberOf, quantity, textOf } from './elements.ts';
import type { ExchangeContext, ExchangedRow } from './exchanged-booklet.ts';
import { FIELD_CODES, type FieldCodes, type ObservationCategory } from './field-codes.ts';
import { elementOf } from './field-elements.ts';
import { ownCoding } from './own-codes.ts';
import type { CodeableConcept, Coding, Observation, Reference } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** The category of fields that name none; of other records `exam`. */
const CATEGORIES: Readonly<Partial<Record<RecordKey, ObservationCategory>>> = {
  mujer: 'social-history',
  nino: 'social-history',
  etmi: 'laboratory',
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
  readonly person: ExchangedRow;
  /** Of a child: they decide the corrected age. */
  readonly newborn: readonly ExchangedRow[];
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

interface CodedField {
  readonly key: RecordKey;
  readonly name: string;
  readonly field: Field;
}

const codesOf = ({ key, name }: CodedField): FieldCodes | undefined => FIELD_CODES[`${key}.${name}`];

/** The codes of a field, of a length also that of one who lies. */
function codingsOf(coded: CodedField, lies: boolean, base: string): Coding[] {
  const { key, name, field } = coded;
  const { lying, loinc = [] } = codesOf(coded) ?? {};
  return [
    ...[...(lying && lies ? [lying] : []), ...loinc].map((code) => coding(SYSTEMS.loinc, code)),
    ownCoding(base, 'libreta', `${key}.${name}`, field.label),
  ];
}

const categoryOf = (coded: CodedField) => category(codesOf(coded)?.category ?? CATEGORIES[coded.key] ?? 'exam');

function codeOf(coded: CodedField, observed: Observed): CodeableConcept {
  const { key, name, field } = coded;
  const { row, context } = observed;
  const of = SUBJECTS[key];
  const subject = name === 'resultadonormal' || name === 'resultado' ? of && textOf(row, of) : null;
  return concept(
    codingsOf(coded, isMeasuredLying(observed), context.base),
    subject ? `${field.label}: ${subject}` : field.label,
  );
}

/** Whether the birth date decides the day of an observation, or the code of a length. */
const followsBirth = (coded: CodedField, { key, birth }: Observed): boolean =>
  birth !== null && (key === 'rn' || codesOf(coded)?.lying !== undefined);

/** The fields of a record that are an Observation each. */
const observedFields = (key: RecordKey): CodedField[] =>
  Object.entries(RECORDS[key].fields as Readonly<Record<string, Field>>).flatMap(([name, field]) =>
    elementOf(key, name) === null ? [{ key, name, field }] : [],
  );

/** What a search by category and code can find of an Observation. */
export type CodedObservation = Pick<Observation, 'category' | 'code'>;

/** Every category and code that observations of a record can have, apart from computed ones. */
export const fieldCodes = (key: RecordKey, base: string): CodedObservation[] =>
  observedFields(key).map((coded) => ({
    category: categoryOf(coded),
    code: concept(codingsOf(coded, true, base), coded.field.label),
  }));

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
  return observedFields(key).flatMap((coded): Observation[] => {
    const { name, field } = coded;
    const value = observedValue(field, name, observed);
    if (value === null) return [];
    // A weight at discharge is of that day, if it is known.
    const discharge = key === 'rn' && name === 'pesoegreso' ? textOf(row, 'fechaalta') : null;
    return [
      {
        resourceType: 'Observation',
        id: `${idOf(row)}.${name}`,
        meta: followsBirth(coded, observed) ? jointMeta(row, observed.person) : metaOf(row),
        ...commonOf(observed),
        ...(discharge && { effectiveDateTime: discharge.slice(0, 10) }),
        category: categoryOf(coded),
        code: codeOf(coded, observed),
        ...value,
      },
    ];
  });
}
