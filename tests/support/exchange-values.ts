import type { ExchangedRow, IdentifierSystems } from '#domain/exchange/exchanged-booklet.ts';
import { FIELD_CODES } from '#domain/exchange/field-codes.ts';
import { elementOf } from '#domain/exchange/field-elements.ts';
import type { Immunization, Observation, Patient, Resource } from '#domain/exchange/r4.ts';
import { emptyValue, type Field, type Value } from '#domain/fields/index.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';

const LOINC = 'http://loinc.org';

const observations = (resources: readonly Resource[]) =>
  resources.filter((resource): resource is Observation => resource.resourceType === 'Observation');

/** The value that an Observation states. An absent one is the empty value, or a tick that was not set. */
function statedValue(field: Field, observation: Observation | undefined): Value {
  if (!observation) return field.kind === 'flag' ? false : field.kind === 'choice' ? '' : emptyValue(field);
  const { valueQuantity, valueBoolean, valueDateTime, valueString, valueCodeableConcept } = observation;
  const option = valueCodeableConcept?.coding?.[0]?.code?.split('.').slice(2).join('.');
  return valueQuantity?.value ?? valueBoolean ?? valueDateTime ?? valueString ?? option ?? null;
}

/** The fields of a record that are Observations, as its resources state them. */
export function valuesOfRecord(key: RecordKey, id: string, resources: readonly Resource[]): Record<string, Value> {
  const byId = new Map(observations(resources).map((one) => [one.id, one]));
  const fields = Object.entries<Field>(RECORDS[key].fields).filter(([name]) => elementOf(key, name) === null);
  return Object.fromEntries(fields.map(([name, field]) => [name, statedValue(field, byId.get(`${id}.${name}`))]));
}

/** The fields of a record that have a LOINC code, found by nothing but that code and the record. */
export function valuesByLoinc(key: RecordKey, id: string, resources: readonly Resource[]): Record<string, Value> {
  const own = observations(resources).filter((one) => one.id.startsWith(`${id}.`) && one.meta?.versionId !== undefined);
  const fields = Object.entries<Field>(RECORDS[key].fields).flatMap(([name, field]) => {
    const codes = FIELD_CODES[`${key}.${name}`];
    return codes ? [{ name, field, codes }] : [];
  });
  return Object.fromEntries(
    fields.map(({ name, field, codes }) => {
      const [code] = codes.loinc;
      const hasCode = ({ code: { coding = [] } }: Observation) =>
        coding.find((one) => one.system === LOINC && one.code !== codes.lying)?.code === code;
      return [name, statedValue(field, own.find(hasCode))];
    }),
  );
}

/** Blanks other than these become spaces, because FHIR has no others. */
const PLAIN_BLANKS = [' ', '\n', '\t'];
const plain = (text: string) =>
  [...text]
    .map((sign) => (/\s/.test(sign) && !PLAIN_BLANKS.includes(sign) ? ' ' : sign))
    .join('')
    .trim();

/** The stored values of the same fields, as FHIR can have them. */
export const storedValues = (row: ExchangedRow, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, typeof row[name] === 'string' ? plain(row[name]) : row[name]]));

export const dosesOf = (resources: readonly Resource[]): Immunization[] =>
  resources.filter((resource): resource is Immunization => resource.resourceType === 'Immunization');

/** What a dose states; empty texts are null. */
export const valuesOfDose = ({
  vaccineCode,
  occurrenceDateTime,
  lotNumber,
  performer = [],
  protocolApplied,
}: Immunization) => ({
  tipo: vaccineCode.text,
  fechaaplicacion: occurrenceDateTime,
  dosis: protocolApplied?.[0]?.doseNumberPositiveInt ?? null,
  lote: lotNumber,
  vacunador: performer.find((one) => one.function)?.actor.display,
});

export const storedDose = (row: ExchangedRow) => ({
  tipo: plain(String(row.tipovacuna ?? row.tipo)),
  fechaaplicacion: row.fechaaplicacion,
  dosis: row.dosis,
  lote: plain(String(row.lote)),
  vacunador: plain(String(row.vacunador)),
});

const oneSpace = (text: string) => text.replace(/\s+/g, ' ');

/** What a Patient states; of names the blanks between their parts are one space. */
export function valuesOfPatient(
  { identifier = [], name = [], telecom = [], address = [], ...rest }: Patient,
  systems: IdentifierSystems,
) {
  const identified = (system: string) => identifier.find((one) => one.system === system)?.value;
  const [{ given = [], family = '' } = {}] = name;
  const [{ line = [], city, district, state } = {}] = address;
  return {
    cedula: identified(systems.cedula),
    hcu: identified(systems.hcu),
    nombres: given.join(' '),
    apellidos: family,
    fechanacimiento: rest.birthDate ?? null,
    telfdomicilio: telecom.find(({ use }) => use === 'home')?.value ?? '',
    celular: telecom.find(({ use }) => use === 'mobile')?.value ?? '',
    direccion: line.join(),
    ...{ canton: city ?? '', parroquia: district ?? '', provincia: state ?? '' },
    establecimiento: rest.managingOrganization?.display ?? '',
  };
}

export function storedPatient(row: ExchangedRow) {
  const names = [
    'cedula',
    'hcu',
    'apellidos',
    'telfdomicilio',
    'celular',
    'direccion',
    'canton',
    'parroquia',
    'provincia',
    'establecimiento',
  ];
  return {
    ...storedValues(row, names),
    nombres: oneSpace(plain(String(row.nombres))),
    fechanacimiento: row.fechanacimiento ?? null,
  };
}
