import type { CodeableConcept, CodeSystem, Coding, Identifier, Reference, Resource } from './r4.ts';
import type { ResourceType } from './resource-types.ts';
import { type Range, rangeOf, type Token } from './search-value.ts';

/** The parameters by which a search narrows, of the resources in `SearchedType`. */
export type SearchedType = ResourceType | 'CodeSystem';

/** What a parameter compares: https://hl7.org/fhir/R4/search.html#ptypes */
type Reader<R> =
  | { readonly kind: 'token'; readonly of: (resource: R) => readonly Token[] }
  | { readonly kind: 'string'; readonly of: (resource: R) => readonly string[] }
  | { readonly kind: 'date'; readonly of: (resource: R) => readonly Range[] }
  | { readonly kind: 'reference'; readonly of: (resource: R) => readonly string[] }
  | { readonly kind: 'uri'; readonly of: (resource: R) => readonly string[] };

/** A parameter with its meaning, in the words of the CapabilityStatement. */
export type SearchParameter<R = AnyResource> = Reader<R> & { readonly documentation: string };

interface Searched {
  readonly resourceType: SearchedType;
  readonly id: string;
  readonly meta?: { readonly lastUpdated?: string };
}
export type AnyResource = Resource | CodeSystem;

const present = <T>(values: readonly (T | null | undefined)[]): T[] =>
  values.filter((value): value is T => value !== null && value !== undefined);

const tokensOf = (concepts: readonly (CodeableConcept | undefined)[]): Token[] =>
  concepts.flatMap((concept) => (concept?.coding ?? []).map(({ system, code }: Coding) => ({ system, code })));
const identifiers = (given: readonly Identifier[] | undefined): Token[] =>
  (given ?? []).map(({ system, value }) => ({ system, code: value }));
const dates = (...texts: readonly (string | undefined)[]): Range[] =>
  present(texts.map((text) => (text === undefined ? null : rangeOf(text))));
const references = (...given: readonly (Reference | undefined)[]): string[] =>
  present(given.map((one) => one?.reference));

/** A period without a beginning has always been, one without an end never ends. */
function periods(period: { readonly start?: string; readonly end?: string } | undefined): Range[] {
  if (!period) return [];
  const [start, end] = [period.start, period.end].map((text) => (text === undefined ? null : rangeOf(text)));
  return [{ from: start?.from ?? Number.NEGATIVE_INFINITY, until: end?.until ?? Number.POSITIVE_INFINITY }];
}

type OfType<T extends SearchedType> = Extract<AnyResource, { resourceType: T }>;
type ParametersOf<T extends SearchedType> = Readonly<Record<string, SearchParameter<OfType<T>>>>;

const ID: SearchParameter<Searched> = {
  kind: 'token',
  documentation: 'El id del recurso',
  of: ({ id }) => [{ code: id }],
};
const LAST_UPDATED: SearchParameter<Searched> = {
  kind: 'date',
  documentation: 'El último cambio',
  of: ({ meta }) => dates(meta?.lastUpdated),
};
/** Lists and the journal do not say when they last changed. */
const WITHOUT_TIME: ReadonlySet<SearchedType> = new Set<SearchedType>([
  'Practitioner',
  'Organization',
  'Location',
  'Provenance',
  'CodeSystem',
]);

const PATIENT = 'La mujer, la niña o el niño';

const OWN: { readonly [T in SearchedType]: ParametersOf<T> } = {
  Patient: {
    identifier: {
      kind: 'token',
      documentation: 'Cédula o historia clínica única',
      of: ({ identifier }) => identifiers(identifier),
    },
    name: {
      kind: 'string',
      documentation: 'Palabras de los nombres y apellidos',
      of: ({ name = [] }) => name.flatMap(({ text, family, given = [] }) => present([text, family, ...given])),
    },
    birthdate: { kind: 'date', documentation: 'Fecha de nacimiento', of: ({ birthDate }) => dates(birthDate) },
    gender: {
      kind: 'token',
      documentation: 'female, male o unknown',
      of: ({ gender }) => [{ system: 'http://hl7.org/fhir/administrative-gender', code: gender }],
    },
    'address-city': {
      kind: 'string',
      documentation: 'Cantón',
      of: ({ address = [] }) => present(address.map(({ city }) => city)),
    },
  },
  RelatedPerson: {
    patient: { kind: 'reference', documentation: PATIENT, of: ({ patient }) => references(patient) },
    identifier: {
      kind: 'token',
      documentation: 'Cédula de la madre',
      of: ({ identifier }) => identifiers(identifier),
    },
  },
  EpisodeOfCare: {
    patient: { kind: 'reference', documentation: PATIENT, of: ({ patient }) => references(patient) },
    date: { kind: 'date', documentation: 'El embarazo, del primer día al último', of: ({ period }) => periods(period) },
    status: { kind: 'token', documentation: 'Estado', of: ({ status }) => [{ code: status }] },
  },
  Encounter: {
    patient: { kind: 'reference', documentation: PATIENT, of: ({ subject }) => references(subject) },
    date: { kind: 'date', documentation: 'El día del contacto', of: ({ period }) => periods(period) },
  },
  Observation: {
    patient: { kind: 'reference', documentation: PATIENT, of: ({ subject }) => references(subject) },
    category: {
      kind: 'token',
      documentation: 'vital-signs, laboratory …',
      of: ({ category = [] }) => tokensOf(category),
    },
    code: { kind: 'token', documentation: 'Lo que se midió', of: ({ code }) => tokensOf([code]) },
    date: {
      kind: 'date',
      documentation: 'El día de la observación',
      of: ({ effectiveDateTime }) => dates(effectiveDateTime),
    },
    encounter: { kind: 'reference', documentation: 'El contacto', of: ({ encounter }) => references(encounter) },
  },
  Immunization: {
    patient: { kind: 'reference', documentation: PATIENT, of: ({ patient }) => references(patient) },
    date: {
      kind: 'date',
      documentation: 'El día de la vacuna',
      of: ({ occurrenceDateTime }) => dates(occurrenceDateTime),
    },
    'vaccine-code': { kind: 'token', documentation: 'La vacuna', of: ({ vaccineCode }) => tokensOf([vaccineCode]) },
    status: { kind: 'token', documentation: 'Estado', of: ({ status }) => [{ code: status }] },
  },
  Condition: {
    patient: { kind: 'reference', documentation: PATIENT, of: ({ subject }) => references(subject) },
    code: { kind: 'token', documentation: 'La condición', of: ({ code }) => tokensOf([code]) },
    category: { kind: 'token', documentation: 'Categoría', of: ({ category = [] }) => tokensOf(category) },
    'clinical-status': {
      kind: 'token',
      documentation: 'Estado clínico',
      of: ({ clinicalStatus }) => tokensOf([clinicalStatus]),
    },
    'onset-date': {
      kind: 'date',
      documentation: 'Desde cuándo',
      of: ({ onsetDateTime }) => dates(onsetDateTime),
    },
  },
  Practitioner: {
    name: {
      kind: 'string',
      documentation: 'Palabras del nombre',
      of: ({ name = [] }) => name.flatMap(({ text, family, given = [] }) => present([text, family, ...given])),
    },
  },
  Organization: {
    name: { kind: 'string', documentation: 'Palabras del nombre', of: ({ name }) => present([name]) },
    identifier: {
      kind: 'token',
      documentation: 'Identificador del establecimiento',
      of: ({ identifier }) => identifiers(identifier),
    },
  },
  Location: {
    name: { kind: 'string', documentation: 'Palabras del nombre', of: ({ name }) => present([name]) },
    identifier: {
      kind: 'token',
      documentation: 'Código del INEC',
      of: ({ identifier }) => identifiers(identifier),
    },
  },
  Provenance: {
    patient: {
      kind: 'reference',
      documentation: PATIENT,
      of: ({ target }) => references(...target).filter((one) => one.startsWith('Patient/')),
    },
    target: {
      kind: 'reference',
      documentation: 'El recurso que se registró',
      of: ({ target }) => references(...target),
    },
    recorded: { kind: 'date', documentation: 'Cuándo se registró', of: ({ recorded }) => dates(recorded) },
  },
  CodeSystem: {
    url: { kind: 'uri', documentation: 'La dirección del sistema de códigos', of: ({ url }) => present([url]) },
    name: { kind: 'string', documentation: 'El nombre', of: ({ name }) => present([name]) },
  },
};

export const SEARCHED_TYPES = Object.keys(OWN) as SearchedType[];

/** A search reads only resources of its type, so that a parameter gets the resources that it reads. */
const asRead = (parameters: unknown) => parameters as Readonly<Record<string, SearchParameter>>;

const BY_TYPE: Readonly<Record<string, Readonly<Record<string, SearchParameter>>>> = Object.fromEntries(
  SEARCHED_TYPES.map((type) => {
    const common = WITHOUT_TIME.has(type) ? { _id: ID } : { _id: ID, _lastUpdated: LAST_UPDATED };
    return [type, { ...asRead(common), ...asRead(OWN[type]) }];
  }),
);

/** The parameters of a type by their names. */
export const searchParametersOf = (type: SearchedType): Readonly<Record<string, SearchParameter>> =>
  BY_TYPE[type] ?? {};

/** The resources that a search may include: `Observation:patient` includes Patient. */
export const includesOf = (type: SearchedType): readonly string[] =>
  type !== 'Provenance' && 'patient' in OWN[type] ? [`${type}:patient`] : [];
