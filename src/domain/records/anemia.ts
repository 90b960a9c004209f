import { anemiaWarnings } from '../haemoglobin/anemia-class.ts';
import { altitudeCorrectionOf } from '../haemoglobin/proposal.ts';
import { childApplicationFields, observationFields, screeningResultFields } from './application.ts';
import { defineRecord } from './define-record.ts';

export const anemia = defineRecord({
  key: 'anemia',
  path: 'anemia',
  parent: { record: 'nino', field: 'ninoId' },
  booklet: { list: 'anemiaData', printed: 2 },
  titles: { short: 'Anemia', form: 'Formulario de Anemia', table: 'Registros de Anemia del Niño' },
  messages: {
    created: 'El registro de anemia ha sido guardado correctamente.',
    deleted: 'El registro de anemia ha sido eliminado correctamente.',
    saveFailed: 'Hubo un error al guardar la información de anemia.',
    deleteFailed: 'Hubo un error al eliminar el registro de anemia.',
  },
  fields: {
    ...childApplicationFields,
    valorhemoglobina: {
      kind: 'number',
      label: 'Valor de hemoglobina',
      help: 'hemoglobina',
      unit: 'g/dl',
      min: 6,
      max: 16,
      decimals: 2,
      required: true,
      column: true,
    },
    valorcorregido: {
      kind: 'number',
      label: 'Valor corregido',
      help: 'hemoglobinaCorregida',
      unit: 'g/dl',
      min: 6,
      max: 16,
      decimals: 2,
      required: true,
      derivation: altitudeCorrectionOf('valorhemoglobina'),
      column: true,
    },
    ...screeningResultFields,
    tratamiento: {
      kind: 'flag',
      label: 'Tratamiento',
      help: 'tratamiento',
      default: true,
      yesNo: true,
      column: true,
    },
    ...observationFields,
  },
  warnings: anemiaWarnings,
  identity: ['fechaaplicacion'],
  example: {
    fechaaplicacion: '2026-06-17',
    edadapli: 9,
    valorhemoglobina: 12.4,
    valorcorregido: 11.1,
    resultadonormal: true,
    tratamiento: true,
    observacion: 'SIN NOVEDAD',
  },
});
