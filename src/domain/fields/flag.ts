import { z } from 'zod';
import type { FlagField } from './field.ts';

export const NOT_BOOLEAN = 'Debe ser verdadero o falso';

export function flagSchema(field: FlagField) {
  return z
    .boolean({ error: NOT_BOOLEAN })
    .nullish()
    .transform((value) => value ?? field.default)
    .meta({ description: field.label, default: field.default });
}
