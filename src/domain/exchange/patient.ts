import { coding, concept, dayOfField, establishmentOf, idOf, metaOf, refer, textOf } from './elements.ts';
import type { ExchangeContext, ExchangedBooklet, ExchangedRow } from './exchanged-booklet.ts';
import type { Address, ContactPoint, HumanName, Identifier, Patient } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** The columns of a person that a Patient is made from. */
export const PATIENT_FIELDS = [
  ...['_id', 'version', 'fechaRegistro', 'actualizado'],
  ...['cedula', 'hcu', 'nombres', 'apellidos', 'sexo', 'fechanacimiento', 'nombrePadres'],
  ...['telfdomicilio', 'celular', 'direccion', 'canton', 'parroquia', 'provincia', 'establecimiento'],
];

const GENDERS: Readonly<Record<string, Patient['gender']>> = { FEMENINO: 'female', MASCULINO: 'male' };

const CEDULA = concept([coding(SYSTEMS.identifierType, 'NI')], 'Cédula');
const HCU = concept([coding(SYSTEMS.identifierType, 'MR')], 'Historia clínica única');
const PARENTS = concept([coding(SYSTEMS.role, 'PRN')], 'Madre y padre');

export function cedulaIdentifier(cedula: string, { systems }: ExchangeContext): Identifier {
  return { use: 'official', type: CEDULA, system: systems.cedula, value: cedula };
}

function identifiersOf(row: ExchangedRow, context: ExchangeContext): Identifier[] {
  const [cedula, hcu] = [textOf(row, 'cedula'), textOf(row, 'hcu')];
  return [
    ...(cedula === null ? [] : [cedulaIdentifier(cedula, context)]),
    ...(hcu === null ? [] : [{ use: 'usual', type: HCU, system: context.systems.hcu, value: hcu } as const]),
  ];
}

export function nameOf(given: string | null, family: string | null): HumanName[] {
  const text = [given, family].filter((part) => part !== null).join(' ');
  if (text === '') return [];
  return [{ use: 'official', text, ...(family && { family }), ...(given && { given: given.split(/\s+/) }) }];
}

function telecomOf(row: ExchangedRow): ContactPoint[] {
  const uses = { telfdomicilio: 'home', celular: 'mobile' } as const;
  return Object.entries(uses).flatMap(([field, use]) => {
    const value = textOf(row, field);
    return value === null ? [] : [{ system: 'phone', value, use } as const];
  });
}

/** Province, canton and parish are state, city and district. */
function addressOf(row: ExchangedRow): Address | null {
  const [line, city, district, state] = ['direccion', 'canton', 'parroquia', 'provincia'].map((field) =>
    textOf(row, field),
  );
  if (!line && !city && !district && !state) return null;
  return {
    use: 'home',
    ...(line && { line: [line] }),
    ...(city && { city }),
    ...(district && { district }),
    ...(state && { state }),
    country: 'EC',
  };
}

function contactOf(row: ExchangedRow): NonNullable<Patient['contact']> {
  const text = textOf(row, 'nombrePadres');
  return text === null ? [] : [{ relationship: [PARENTS], name: { text } }];
}

/** The mother's Patient names each RelatedPerson that is herself. */
const linksOf = ({ hijos = [] }: ExchangedBooklet): NonNullable<Patient['link']> =>
  hijos.map((child) => ({ other: refer('RelatedPerson', `${child}.madre`), type: 'seealso' }));

export function patientOf(booklet: ExchangedBooklet, context: ExchangeContext): Patient {
  const { tipo, persona } = booklet;
  const [address, establishment] = [addressOf(persona), establishmentOf(persona, context)];
  const [name, telecom] = [nameOf(textOf(persona, 'nombres'), textOf(persona, 'apellidos')), telecomOf(persona)];
  const [contact, link, birthDate] = [contactOf(persona), linksOf(booklet), dayOfField(persona, 'fechanacimiento')];
  return {
    resourceType: 'Patient',
    id: idOf(persona),
    meta: metaOf(persona),
    identifier: identifiersOf(persona, context),
    active: true,
    ...(name.length > 0 && { name }),
    ...(telecom.length > 0 && { telecom }),
    gender: tipo === 'mujer' ? 'female' : (GENDERS[String(persona.sexo)] ?? 'unknown'),
    ...(birthDate && { birthDate }),
    ...(address && { address: [address] }),
    ...(contact.length > 0 && { contact }),
    ...(establishment && { managingOrganization: establishment }),
    ...(link.length > 0 && { link }),
  };
}
