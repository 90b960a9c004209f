import { monthsAt } from '#domain/fields/derivations.ts';
import { defineRecord } from '#domain/records/define-record.ts';

/** A record type with a field of every kind; `long/new-record-type.pglite.int.test.ts` adds it to a copy of the project. */
export const visita = defineRecord({
  key: 'visita',
  path: 'visita',
  parent: { record: 'nino', field: 'ninoId' },
  booklet: { list: 'visitaData', printed: 5 },
  titles: { short: 'Visitas', form: 'Formulario de Visita', table: 'Registros de Visita' },
  messages: {
    created: 'La visita ha sido guardada correctamente.',
    deleted: 'La visita ha sido eliminada correctamente.',
    saveFailed: 'Hubo un error al guardar la visita.',
    deleteFailed: 'Hubo un error al eliminar la visita.',
  },
  fields: {
    fecha: { kind: 'date', label: 'Fecha de la visita', required: true, defaultToday: true, column: true },
    edad: {
      kind: 'number',
      label: 'Edad en la visita',
      unit: 'meses',
      min: 0,
      max: 60,
      decimals: 0,
      derivation: monthsAt('fecha'),
      column: true,
    },
    motivo: { kind: 'text', label: 'Motivo', required: true, upperCase: true, column: true },
    encontrada: { kind: 'flag', label: 'Familia encontrada', default: true, yesNo: true, column: true },
    transporte: {
      kind: 'choice',
      label: 'Transporte',
      options: [
        { value: 'A pie', label: 'A pie' },
        { value: 'En bus', label: 'En bus' },
      ],
      column: true,
    },
    provincia: { kind: 'province', label: 'Provincia visitada' },
    canton: { kind: 'canton', label: 'Cantón visitado', within: 'provincia' },
  },
  identity: ['fecha'],
  example: {
    fecha: '2026-06-17',
    edad: 9,
    motivo: 'CONTROL PENDIENTE',
    encontrada: true,
    transporte: 'A pie',
    provincia: 'CHIMBORAZO',
    canton: 'COLTA',
  },
});
