import { defineRecord } from './define-record.ts';
import { PERSON_FAILURES, PERSON_SECTIONS, person } from './person.ts';

/** A pregnant woman. */
export const mujer = defineRecord({
  key: 'mujer',
  path: 'mujer',
  titles: {
    short: 'Información Personal',
    form: 'Agregar mujer embarazada',
    table: 'Listado de Mujeres Embarazadas',
  },
  messages: {
    created: 'La información de la madre ha sido guardada correctamente.',
    updated: 'La información de la madre ha sido actualizada correctamente.',
    deleted: 'La información de la madre ha sido eliminada correctamente.',
    ...PERSON_FAILURES,
  },
  sections: PERSON_SECTIONS,
  fields: {
    ...person.documents,
    ...person.names,
    ...person.disability,
    ...person.contact,
    celular: { ...person.contact.celular, column: true },
    ...person.place,
  },
  unique: [{ field: 'cedula', message: 'Ya existe una mujer registrada con esta cédula' }],
  columns: ['cedula', 'nombres', 'apellidos', 'provincia', 'canton', 'celular'],
  exported: { name: 'Mujeres' },
  search: ['cedula', 'hcu', 'nombres', 'apellidos'],
  filters: ['provincia', 'canton', 'establecimiento', 'cedula'],
  narrowings: ['responsable'],
  likeness: { names: ['nombres', 'apellidos'], document: 'cedula', together: [] },
  example: {
    hcu: '48213',
    cedula: '0603714026',
    nombres: 'LUZ MARÍA',
    apellidos: 'TENESACA PILCO',
    discapacidad: 'Si',
    detalleDiscapacidad: 'Visual',
    telfdomicilio: '032900000',
    celular: '0900000000',
    direccion: 'COMUNIDAD MAJIPAMBA',
    zona: '3',
    provincia: 'CHIMBORAZO',
    canton: 'COLTA',
    parroquia: 'SICALPA',
    establecimiento: 'Centro de Salud Colta',
  },
});
