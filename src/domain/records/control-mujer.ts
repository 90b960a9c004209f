import { observationFields } from './application.ts';
import { defineRecord } from './define-record.ts';

export const controlmujer = defineRecord({
  key: 'controlmujer',
  path: 'controlmujer',
  parent: { record: 'mujer', field: 'mujerId' },
  booklet: { list: 'controlMujerData', printed: 2 },
  titles: { short: 'Control Mujer', form: 'Control Mujer', table: 'Registros de Control Mujer' },
  messages: {
    created: 'El control ha sido guardado correctamente.',
    deleted: 'El registro de Control Mujer ha sido eliminado correctamente.',
    saveFailed: 'Hubo un error al guardar la información de Control Mujer.',
    deleteFailed: 'Hubo un error al eliminar el registro de Control Mujer.',
  },
  fields: {
    fechaatencion: {
      kind: 'date',
      label: 'Fecha de atención',
      help: 'fechaAtencion',
      required: true,
      defaultToday: true,
      column: true,
    },
    fechaproxima: {
      kind: 'date',
      label: 'Fecha próxima',
      help: 'fechaProxima',
      ahead: true,
      required: true,
      column: true,
    },
    nombrevacunador: {
      kind: 'text',
      label: 'Nombre del personal de salud',
      required: true,
      upperCase: true,
      column: true,
    },
    ...observationFields,
  },
  warnings: ({ fechaatencion, fechaproxima }) =>
    fechaatencion && fechaproxima && fechaproxima < fechaatencion
      ? [{ path: 'fechaproxima', msg: 'Es anterior a la fecha de atención. Revísala.' }]
      : [],
  identity: ['fechaatencion'],
  example: {
    fechaatencion: '2026-09-22',
    fechaproxima: '2026-10-20',
    nombrevacunador: 'ROSA YUQUILEMA',
    observacion: 'SIN NOVEDAD',
  },
});
