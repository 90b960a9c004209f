import { childApplicationFields, vaccinationFields } from './application.ts';
import { defineRecord } from './define-record.ts';
import { VACCINE_RULES, vaccineWarnings } from './vaccine-windows.ts';

export const vacuna = defineRecord({
  key: 'vacuna',
  path: 'vacuna',
  parent: { record: 'nino', field: 'ninoId' },
  booklet: { list: 'vacunaData', printed: 3 },
  summarised: true,
  titles: { short: 'Vacunas', form: 'Formulario de Vacuna', table: 'Registros de Vacuna del Niño' },
  info: VACCINE_RULES,
  messages: {
    created: 'La vacuna ha sido guardada correctamente.',
    deleted: 'La vacuna ha sido eliminada correctamente.',
    saveFailed: 'Hubo un error al guardar la información de vacuna.',
    deleteFailed: 'Hubo un error al eliminar el registro de vacuna.',
  },
  headline: 'tipovacuna',
  nest: {
    key: 'esquema',
    fields: ['tipovacuna', 'dosis', 'fechaaplicacion', 'edadapli', 'lote', 'vacunador', 'establecimiento'],
  },
  fields: {
    clasificacion: {
      kind: 'text',
      label: 'Clasificación',
      help: 'periodoVacuna',
      catalog: 'vacunaclasificacionninio',
      required: true,
      column: true,
    },
    tipovacuna: {
      kind: 'text',
      label: 'Tipo de vacuna',
      help: 'tipoVacuna',
      catalog: 'vacunaninotipo',
      required: true,
      column: true,
    },
    dosis: {
      kind: 'number',
      label: 'Dosis',
      help: 'dosis',
      min: 1,
      max: 10,
      decimals: 0,
      catalog: 'vacunadosisnino',
      required: true,
      column: true,
    },
    ...childApplicationFields,
    ...vaccinationFields,
  },
  warnings: vaccineWarnings,
  identity: ['fechaaplicacion', 'tipovacuna', 'dosis'],
  example: {
    clasificacion: '2 meses',
    esquema: [
      {
        tipovacuna: 'Rotavirus',
        dosis: 1,
        fechaaplicacion: '2026-01-17',
        edadapli: 2,
        lote: 'R-2201',
        vacunador: 'ROSA YUQUILEMA',
        establecimiento: 'Centro de Salud Colta',
      },
    ],
  },
});
