import { monthsAt } from '../fields/derivations.ts';
import type { Fields } from '../fields/index.ts';

export const applicationFields = {
  fechaaplicacion: {
    kind: 'date',
    label: 'Fecha de aplicación',
    help: 'fechaAplicacion',
    required: true,
    defaultToday: true,
    column: 'Fecha',
  },
} as const satisfies Fields;

export const childApplicationFields = {
  ...applicationFields,
  edadapli: {
    kind: 'number',
    label: 'Edad de aplicación',
    help: 'edadAplicacion',
    unit: 'meses',
    min: 1,
    max: 24,
    decimals: 0,
    required: true,
    derivation: monthsAt('fechaaplicacion'),
    column: 'Edad',
  },
} as const satisfies Fields;

export const vaccinationFields = {
  lote: { kind: 'text', label: 'Lote', help: 'lote', required: true, column: true },
  vacunador: { kind: 'text', label: 'Vacunador', required: true, upperCase: true, column: true },
  establecimiento: { kind: 'text', label: 'Establecimiento', catalog: 'establecimiento', column: true },
} as const satisfies Fields;

export const screeningResultFields = {
  resultadonormal: {
    kind: 'flag',
    label: 'Resultado normal',
    help: 'resultadoNormal',
    default: true,
    yesNo: true,
    column: true,
  },
} as const satisfies Fields;

export const observationFields = {
  observacion: {
    kind: 'text',
    label: 'Observación',
    required: true,
    upperCase: true,
    multiline: true,
    max: 2000,
    column: true,
  },
} as const satisfies Fields;
