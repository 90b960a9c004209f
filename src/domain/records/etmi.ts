import { defineRecord } from './define-record.ts';

/** Screening of a pregnant woman for the elimination of mother-to-child transmission (ETMI). */
export const etmi = defineRecord({
  key: 'etmi',
  path: 'etmi',
  parent: { record: 'mujer', field: 'mujerId' },
  booklet: { list: 'etmiData', printed: 3 },
  titles: { short: 'ETMI', form: 'ETMI', table: 'Registros de ETMI' },
  intro: 'Eliminación de la transmisión materno infantil.',
  messages: {
    created: 'El registro ETMI ha sido guardado correctamente.',
    deleted: 'El registro ETMI ha sido eliminado correctamente.',
    saveFailed: 'Hubo un error al guardar la información de ETMI.',
    deleteFailed: 'Hubo un error al eliminar el registro ETMI.',
  },
  headline: 'vacuna',
  nest: { key: 'tamizajes', fields: ['vacuna', 'fechaRealizacion', 'resultado', 'semanaGestacion'] },
  fields: {
    nombre: {
      kind: 'text',
      label: 'Trimestre',
      help: 'trimestre',
      catalog: 'etmitrimestre',
      required: true,
      column: true,
    },
    vacuna: {
      kind: 'text',
      label: 'Enfermedad',
      help: 'enfermedad',
      catalog: 'etmivacuna',
      required: true,
      column: true,
    },
    fechaRealizacion: {
      kind: 'date',
      label: 'Fecha de realización',
      help: 'fechaAplicacion',
      required: true,
      defaultToday: true,
      column: true,
    },
    resultado: {
      kind: 'choice',
      label: 'Resultado',
      help: 'resultadoEtmi',
      options: [
        { value: 'no reactivo', label: 'No reactivo', mark: 'quiet' },
        { value: 'reactivo', label: 'Reactivo', mark: 'strong' },
      ],
      required: true,
      column: true,
    },
    semanaGestacion: {
      kind: 'number',
      label: 'Semana de gestación',
      help: 'semanaGestacion',
      unit: 'semanas',
      min: 1,
      max: 42,
      decimals: 0,
      required: true,
      column: true,
    },
  },
  identity: ['fechaRealizacion', 'vacuna'],
  example: {
    nombre: 'Primer trimestre',
    tamizajes: [{ vacuna: 'VIH', fechaRealizacion: '2026-08-12', resultado: 'no reactivo', semanaGestacion: 11 }],
  },
});
