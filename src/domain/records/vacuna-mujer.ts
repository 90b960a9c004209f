import { applicationFields, vaccinationFields } from './application.ts';
import { defineRecord } from './define-record.ts';

export const vacunamujer = defineRecord({
  key: 'vacunamujer',
  path: 'vacunamujer',
  parent: { record: 'mujer', field: 'mujerId' },
  booklet: { list: 'vacunaMujerData', printed: 1 },
  titles: { short: 'Vacuna Mujer', form: 'Vacuna Mujer', table: 'Registros de Vacuna Mujer' },
  messages: {
    created: 'La vacuna ha sido guardada correctamente.',
    deleted: 'El registro de Vacuna Mujer ha sido eliminado correctamente.',
    saveFailed: 'Hubo un error al guardar la información de Vacuna Mujer.',
    deleteFailed: 'Hubo un error al eliminar el registro de Vacuna Mujer.',
  },
  fields: {
    tipo: { kind: 'text', label: 'Tipo de vacuna', catalog: 'vacunamujertipo', required: true, column: true },
    nombrevacuna: { kind: 'text', label: 'Nombre de la vacuna', catalog: 'vacunanombremujer', column: true },
    dosis: { kind: 'number', label: 'Dosis', min: 1, max: 10, decimals: 0, catalog: 'vacunadosismujer', column: true },
    ...applicationFields,
    edadapli: {
      kind: 'number',
      label: 'Edad de aplicación',
      unit: 'años',
      min: 14,
      max: 45,
      decimals: 0,
      required: true,
      column: 'Edad',
    },
    ...vaccinationFields,
  },
  example: {
    tipo: 'Influenza',
    nombrevacuna: 'Influenza estacional',
    dosis: 1,
    fechaaplicacion: '2026-08-12',
    edadapli: 27,
    lote: 'L-4471',
    vacunador: 'ROSA YUQUILEMA',
    establecimiento: 'Centro de Salud Colta',
  },
});
