import { monthsAt } from '../fields/derivations.ts';
import type { Fields } from '../fields/index.ts';

/** When something was given to or measured on a person. */
export const applied = {
  fechaaplicacion: {
    kind: 'date',
    label: 'Fecha de aplicación',
    required: true,
    defaultToday: true,
    column: 'Fecha',
  },
} as const satisfies Fields;

/** The same for a child, with its age in months at that date. */
export const appliedToChild = {
  ...applied,
  edadapli: {
    kind: 'number',
    label: 'Edad de aplicación',
    unit: 'meses',
    min: 1,
    max: 24,
    decimals: 0,
    required: true,
    derivation: monthsAt('fechaaplicacion'),
    column: 'Edad',
  },
} as const satisfies Fields;

/** What is noted of a vaccine beside its name and dose. */
export const vaccination = {
  lote: { kind: 'text', label: 'Lote', required: true, column: true },
  vacunador: { kind: 'text', label: 'Vacunador', required: true, upperCase: true, column: true },
  establecimiento: { kind: 'text', label: 'Establecimiento', catalog: 'establecimiento', column: true },
} as const satisfies Fields;

/** The result of a child's screening: normal unless said otherwise. */
export const result = {
  resultadonormal: { kind: 'flag', label: 'Resultado normal', default: true, yesNo: true, column: true },
} as const satisfies Fields;

/** What whoever attended has to say. */
export const observation = {
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
