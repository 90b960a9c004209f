import { readPublicKeys } from '#domain/exchange/public-keys.ts';
import { RESOURCE_TYPES, type ResourceType } from '#domain/exchange/resource-types.ts';
import { DHIS2_SCOPE, SYSTEM_SCOPES } from '#domain/exchange/scopes.ts';
import type { SystemPlace } from '#domain/exchange/system-fields.ts';
import { cantonsOf, PROVINCES } from '#domain/territory.ts';

const READ_BY_FHIR: Record<ResourceType, string> = {
  Patient: 'Mujeres, niñas y niños',
  RelatedPerson: 'Madres de niñas y niños',
  EpisodeOfCare: 'Embarazos',
  Encounter: 'Atenciones',
  Observation: 'Medidas y exámenes',
  Immunization: 'Vacunas',
  Condition: 'Anemia y desnutrición',
  Practitioner: 'Nombres de quienes atienden',
  Organization: 'Establecimientos',
  Location: 'Cantones',
  Provenance: 'Quién registró y cuándo',
};

const SCOPE_WORDS = new Map([
  ['system/*.rs', 'Todo por FHIR'],
  ...RESOURCE_TYPES.map((type): [string, string] => [`system/${type}.rs`, READ_BY_FHIR[type]]),
  [DHIS2_SCOPE, 'Cifras para DHIS2'],
]);

export const scopeWords = (scope: string): string => SCOPE_WORDS.get(scope) ?? scope;

export const SCOPE_OPTIONS = SYSTEM_SCOPES.map((value) => ({ value, label: `${scopeWords(value)} · ${value}` }));

const SEPARATOR = '|';

/** A place as a value of a list of choices. */
export const placeValue = ({ provincia, canton }: SystemPlace): string =>
  canton === '' ? provincia : provincia + SEPARATOR + canton;

export function placeOfValue(value: string): SystemPlace {
  const [provincia = '', canton = ''] = value.split(SEPARATOR);
  return { provincia, canton };
}

export const placeWords = ({ provincia, canton }: SystemPlace): string =>
  canton === '' ? `${provincia} (toda)` : `${canton}, ${provincia}`;

/** Each province, followed by its cantons. */
export const PLACE_OPTIONS = PROVINCES.flatMap((provincia) =>
  ['', ...cantonsOf(provincia)].map((canton) => ({
    value: placeValue({ provincia, canton }),
    label: placeWords({ provincia, canton }),
  })),
);

/** The names of stored keys, each with its algorithm. */
export function keyNames(llaves: string): string {
  const read = readPublicKeys(llaves);
  return 'keys' in read ? read.keys.map(({ kid, alg }) => `${kid} (${alg})`).join(', ') : '';
}
