import { showInstantMinute } from '../calendar.ts';
import { CATALOGS, type CatalogDefinition } from '../catalogs.ts';
import { optionField } from '../fields/catalog-option.ts';
import { type Field, type Fields, NOT_AVAILABLE, readValue, unitOf, type Value } from '../fields/index.ts';
import { GOAL_FIELDS } from '../goals/goal-fields.ts';
import { ALTITUDE_FIELD } from '../haemoglobin/altitude-field.ts';
import { RECORD_LIST } from '../records/index.ts';
import { roleLabel } from '../roles.ts';
import type { FieldChange } from './journal.ts';

const word = (label: string): Field => ({ kind: 'text', label });

const ROLES = word('Roles');
const SECOND_STEP = word('Segundo paso');
/** The instant of an entry that was written late. */
const HAPPENED = word('Ocurrió');
const ACCOUNT: Fields = {
  nombre: word('Nombre'),
  apellido: word('Apellido'),
  cedula: word('Cédula'),
  email: word('Correo electrónico'),
  password: word('Contraseña'),
  roles: ROLES,
  segundoFactor: SECOND_STEP,
  codigosRecuperacion: word('Códigos de recuperación'),
};

const catalogFields = (catalog: CatalogDefinition) => [catalog.key, { [catalog.field]: optionField(catalog) }] as const;

const FIELDS = new Map<string, Fields>([
  ...RECORD_LIST.map(({ key, fields }) => [key, fields] as const),
  ...Object.values<CatalogDefinition>(CATALOGS).map(catalogFields),
  ['usuario', ACCOUNT],
  // The encrypted cédula of a failed sign-in groups attempts without revealing the account.
  ['sesion', { cedula: word('Cédula (cifrada)'), segundoFactor: SECOND_STEP, equipo: word('Con lo guardado en') }],
  ['equipo', { nombre: word('Nombre'), pendientes: word('Por enviar'), cuentas: word('Cuentas') }],
  ['rol', { rol: ROLES, segundoFactor: { kind: 'flag', label: 'Segundo paso', default: false } }],
  ['altitud', { provincia: word('Provincia'), canton: word('Cantón'), altitud: ALTITUDE_FIELD }],
  ['meta', GOAL_FIELDS],
  [
    'sistema',
    {
      nombre: word('Nombre'),
      hasta: word('Último día'),
      llaves: word('Claves públicas'),
      alcances: word('Permisos'),
      lugares: word('Lugares'),
    },
  ],
]);

/** Parameters of lists, reports and files, and other data without a field definition. */
const COMMON: Fields = {
  cedula: word('Cédula'),
  provincia: word('Provincia'),
  canton: word('Cantón'),
  establecimiento: word('Establecimiento'),
  sexo: word('Sexo'),
  estado: word('Estado'),
  situacion: word('Situación'),
  responsable: word('Responsable del registro'),
  mes: word('Mes'),
  desde: word('Desde'),
  hasta: word('Hasta'),
  q: word('Búsqueda'),
  sort: word('Orden'),
  limit: word('Filas por página'),
  offset: word('Desde la fila'),
  filas: word('Filas'),
  persona: word('Mujer, niña o niño'),
  usuario: word('Usuario'),
  registro: word('Registro'),
  tipo: word('Tipo'),
  accion: word('Acción'),
  custodio: word('A cargo de'),
  motivo: word('Motivo'),
  llegada: word('Llegada'),
  ocurrio: HAPPENED,
  importado: word('Importado de'),
  deshecho: word('Se deshizo la importación de'),
  archivo: word('Archivo'),
  creadas: word('Filas creadas'),
  cambiadas: word('Filas cambiadas'),
  sesiones: word('Sesiones'),
};

const UNNAMED = word('Otro dato');

function textOf(field: Field, value: unknown): string {
  if (field === ROLES && typeof value === 'string') return value.split(', ').map(roleLabel).join(', ');
  if (field === HAPPENED && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return showInstantMinute(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = readValue(field, value as Value | undefined);
  const unit = field.kind === 'number' && text !== NOT_AVAILABLE ? unitOf(field.unit, text) : undefined;
  return unit ? `${text} ${unit}` : text;
}

function describeFieldChange(kind: string, { campo, antes, despues, ...more }: FieldChange) {
  const field = FIELDS.get(kind)?.[campo] ?? COMMON[campo] ?? UNNAMED;
  return {
    ...{ campo, label: field.label, antes: textOf(field, antes), despues: textOf(field, despues) },
    ...('descartado' in more && { descartado: textOf(field, more.descartado) }),
  };
}
export type DescribedChange = ReturnType<typeof describeFieldChange>;

/** The changes of an entry in the order of the form; fields that no form has come last. */
export function describeChanges(kind: string, changes: readonly FieldChange[]): DescribedChange[] {
  const names = Object.keys(FIELDS.get(kind) ?? {});
  const placeOf = ({ campo }: FieldChange) => (names.includes(campo) ? names.indexOf(campo) : names.length);
  return changes
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((change) => describeFieldChange(kind, change));
}
