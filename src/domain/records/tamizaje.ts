import { childApplicationFields, observationFields, screeningResultFields } from './application.ts';
import { defineRecord } from './define-record.ts';

export const tamizaje = defineRecord({
  key: 'tamizaje',
  path: 'tamizaje',
  parent: { record: 'nino', field: 'ninoId' },
  booklet: { list: 'tamizajeData', printed: 4 },
  titles: { short: 'Tamizaje', form: 'Formulario de Tamizaje', table: 'Registros de Tamizaje del Niño' },
  messages: {
    created: 'El tamizaje ha sido guardado correctamente.',
    deleted: 'El tamizaje ha sido eliminado correctamente.',
    saveFailed: 'Hubo un error al guardar la información de tamizaje.',
    deleteFailed: 'Hubo un error al eliminar el registro de tamizaje.',
  },
  nest: { key: 'esquema', fields: ['fechaaplicacion', 'edadapli', 'resultadonormal', 'observacion'] },
  fields: {
    clasificacion: {
      kind: 'text',
      label: 'Clasificación',
      help: 'tamizaje',
      catalog: 'tamizajeninoclasificacion',
      required: true,
      column: true,
    },
    ...childApplicationFields,
    ...screeningResultFields,
    ...observationFields,
  },
  identity: ['fechaaplicacion', 'clasificacion'],
  example: {
    clasificacion: 'Auditivo',
    esquema: [{ fechaaplicacion: '2026-01-17', edadapli: 4, resultadonormal: true, observacion: 'SIN NOVEDAD' }],
  },
});
