import { ageBetween, isCalendarDate } from '../calendar.ts';
import type { FieldProblem } from '../errors.ts';
import type { Values } from '../fields/index.ts';
import { defineRecord } from './define-record.ts';
import { PERSON_FAILURES, PERSON_SECTIONS, person } from './person.ts';

/** A child is followed until two years; older ones stay in the register, but none is entered with five or more. */
const DOUBTFUL_AGE_MONTHS = 60;

/** Warns of a birth date with a wrong year, which would give a child no status and no calendar. */
function birthWarnings({ fechanacimiento }: Values, { today }: { readonly today: string }): FieldProblem[] {
  const birth = String(fechanacimiento ?? '');
  if (!isCalendarDate(birth) || birth > today) return [];
  const { months } = ageBetween(birth, today);
  if (months < DOUBTFUL_AGE_MONTHS) return [];
  return [{ path: 'fechanacimiento', msg: `Según esta fecha tiene ${Math.floor(months / 12)} años. Revisa el año.` }];
}

export const nino = defineRecord({
  key: 'nino',
  path: 'nino',
  bookletName: 'niño',
  summarised: true,
  titles: { short: 'Información Personal', form: 'Agregar niño', table: 'Listado de Niños' },
  messages: {
    created: 'La información del niño ha sido guardada correctamente.',
    updated: 'La información del niño ha sido actualizada correctamente.',
    deleted: 'La información del niño ha sido eliminada correctamente.',
    ...PERSON_FAILURES,
  },
  sections: PERSON_SECTIONS,
  fields: {
    ...person.documents,
    cedulamadre: {
      kind: 'text',
      label: 'Cédula Madre',
      max: 20,
      document: true,
      required: true,
      section: 'identidad',
    },
    ...person.names,
    fechanacimiento: {
      kind: 'date',
      label: 'Fecha Nacimiento',
      help: 'nacimiento',
      notFuture: true,
      section: 'identidad',
      column: true,
      hint: 'Sin ella no se calculan la edad ni el estado',
    },
    sexo: {
      kind: 'choice',
      label: 'Sexo',
      help: 'sexo',
      options: [
        { value: 'FEMENINO', label: 'FEMENINO' },
        { value: 'MASCULINO', label: 'MASCULINO' },
      ],
      section: 'identidad',
      column: true,
    },
    ...person.disability,
    nombrePadres: { kind: 'text', label: 'Nombre Padres', upperCase: true, section: 'contacto' },
    ...person.contact,
    ...person.place,
  },
  unique: [{ field: 'cedula', message: 'Ya existe un niño registrado con esta cédula' }],
  columns: ['cedula', 'nombres', 'apellidos', 'provincia', 'canton', 'sexo', 'fechanacimiento'],
  exported: {
    name: 'Niños',
    fields: [
      'hcu',
      'cedula',
      'cedulamadre',
      'nombres',
      'apellidos',
      'discapacidad',
      'detalleDiscapacidad',
      'fechanacimiento',
      'telfdomicilio',
      'celular',
      'direccion',
      'nombrePadres',
      'zona',
      'provincia',
      'canton',
      'parroquia',
      'establecimiento',
      'sexo',
    ],
  },
  search: ['cedula', 'hcu', 'nombres', 'apellidos'],
  filters: ['provincia', 'canton', 'establecimiento', 'cedula', 'cedulamadre'],
  narrowings: ['sexo', 'estado', 'responsable', 'mes', 'situacion'],
  likeness: { names: ['nombres', 'apellidos'], document: 'cedula', together: ['fechanacimiento', 'cedulamadre'] },
  derived: { estado: 'text', gestacion: 'number' },
  identity: ['cedula'],
  warnings: birthWarnings,
  example: {
    hcu: '50177',
    cedula: '0650128831',
    cedulamadre: '0603714026',
    nombres: 'SISA VALENTINA',
    apellidos: 'GUALÁN TENESACA',
    discapacidad: 'No',
    detalleDiscapacidad: '',
    fechanacimiento: '2025-09-17',
    telfdomicilio: '032900000',
    celular: '0900000000',
    direccion: 'COMUNIDAD MAJIPAMBA',
    nombrePadres: 'LUZ TENESACA Y JOSÉ GUALÁN',
    zona: '3',
    provincia: 'CHIMBORAZO',
    canton: 'COLTA',
    parroquia: 'SICALPA',
    establecimiento: 'Centro de Salud Colta',
    sexo: 'FEMENINO',
  },
});
