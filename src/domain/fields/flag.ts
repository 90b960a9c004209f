import { z } from 'zod';
import type { FlagField } from './field.ts';

export function flagSchema(field: FlagField) {
  return z
    .boolean({ error: 'Debe ser verdadero o falso' })
    .nullish()
    .transform((value) => value ?? field.default)
    .meta({ description: field.label, default: field.default });
}
