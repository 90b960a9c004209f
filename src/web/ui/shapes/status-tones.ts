import type { Status } from '#domain/growth/status.ts';

export const STATUS_TONES = {
  Normal: 'ok',
  Sobrepeso: 'over',
  Desnutrición: 'low',
  'No evaluado': 'none',
} as const satisfies Record<Status, string>;
