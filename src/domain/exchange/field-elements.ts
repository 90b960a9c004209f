import { RECORD_LIST, type RecordKey } from '../records/index.ts';

const PERSON = {
  hcu: 'Patient.identifier',
  cedula: 'Patient.identifier',
  nombres: 'Patient.name.given',
  apellidos: 'Patient.name.family',
  telfdomicilio: 'Patient.telecom',
  celular: 'Patient.telecom',
  direccion: 'Patient.address.line',
  provincia: 'Patient.address.state',
  canton: 'Patient.address.city',
  parroquia: 'Patient.address.district',
  establecimiento: 'Patient.managingOrganization',
};

const VACCINATION = {
  fechaaplicacion: 'Immunization.occurrenceDateTime',
  dosis: 'Immunization.protocolApplied.doseNumberPositiveInt',
  lote: 'Immunization.lotNumber',
  vacunador: 'Immunization.performer.actor.display',
  establecimiento: 'Immunization.performer.actor',
};

const DAY = 'Observation.effectiveDateTime, Encounter.period';

/** The fields that are not an Observation of their own, with the FHIR element that has their value. */
const ELEMENTS: Readonly<Partial<Record<RecordKey, Readonly<Record<string, string>>>>> = {
  mujer: PERSON,
  nino: {
    ...PERSON,
    cedulamadre: 'RelatedPerson.identifier',
    fechanacimiento: 'Patient.birthDate',
    sexo: 'Patient.gender',
    nombrePadres: 'Patient.contact.name',
  },
  etmi: { fechaRealizacion: DAY },
  controlmujer: { fechaatencion: DAY, nombrevacunador: 'Encounter.participant.individual.display' },
  vacunamujer: { ...VACCINATION, tipo: 'Immunization.vaccineCode', nombrevacuna: 'Immunization.note' },
  rn: { responsableegreso: 'Observation.performer.display' },
  vacuna: {
    ...VACCINATION,
    tipovacuna: 'Immunization.vaccineCode',
    clasificacion: 'Immunization.protocolApplied.series',
  },
  tamizaje: { fechaaplicacion: DAY },
  anemia: { fechaaplicacion: DAY },
  control: { fecha: DAY },
};

const BY_RECORD: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = ELEMENTS;

/** Every field that is not an Observation, as `registro.campo`. */
export const fieldsOfElements = (): string[] =>
  Object.entries(ELEMENTS).flatMap(([record, fields]) => Object.keys(fields).map((name) => `${record}.${name}`));

/** The FHIR element of a field; null if the field is an Observation of its own. */
export const elementOf = (record: string, field: string): string | null => BY_RECORD[record]?.[field] ?? null;

/** A newborn record has the day of discharge, which is not that of a contact. */
const WITHOUT_CONTACT: readonly string[] = ['rn'];

/** The field with the day of a record's contact: its first day; null for a record without one. */
export function contactField(record: string): string | null {
  const definition = RECORD_LIST.find(({ key }) => key === record);
  if (!definition?.parent || WITHOUT_CONTACT.includes(record)) return null;
  return definition.fieldNames.find((name) => definition.fields[name]?.kind === 'date') ?? null;
}
