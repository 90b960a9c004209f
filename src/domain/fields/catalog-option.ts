import { z } from 'zod';
import { boundedList } from '../bounded.ts';
import type { CatalogDefinition } from '../catalogs.ts';
import { REQUIRED } from '../schema-messages.ts';
import { fieldSchema, type NumberField, type TextField } from './index.ts';
import { textSchema } from './text.ts';

/** The field of one option: a text, or a dose from 1 to 10 (specification, section 9). */
export function optionField({ kind, label }: CatalogDefinition): TextField | NumberField {
  if (kind === 'number') return { kind, label, min: 1, max: 10, decimals: 0, required: true };
  return { kind, label, required: true };
}

export function optionSchema(catalog: CatalogDefinition) {
  return z.object({ [catalog.field]: fieldSchema(optionField(catalog)) });
}

export const MAX_LINES = 2000;
const TOO_MANY_LINES = `No deben ser más de ${MAX_LINES.toLocaleString('es-EC')} líneas`;

export function manyOptionsSchema({ label }: CatalogDefinition) {
  const line = textSchema({ kind: 'text', label });
  return z.object({
    lineas: boundedList(line, { max: MAX_LINES, notList: REQUIRED, wrongLength: TOO_MANY_LINES })
      .transform((lines) => lines.filter(Boolean))
      .refine((lines) => lines.length > 0, REQUIRED),
  });
}
