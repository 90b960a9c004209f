import type { Status } from '#domain/growth/malnutrition.ts';

/** The pair of colours of each status: `--{tone}-fg` on `--{tone}-bg`. */
export const STATUS_TONES = {
  Normal: 'ok',
  Sobrepeso: 'over',
  Desnutrición: 'low',
  'No evaluado': 'none',
} as const satisfies Record<Status, string>;
