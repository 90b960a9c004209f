import { z } from 'zod';
import { boundedList } from '../bounded.ts';
import type { CatalogDefinition } from '../catalogs.ts';
import { REQUIRED } from '../schema-messages.ts';
import { fieldSchema, type NumberField, type TextField } from './index.ts';
import { textSchema } from './text.ts';

/** What one option of a list is, as a field: a text, or a dose from 1 to 10 (specification, section 9). */
export function optionField({ kind, label }: CatalogDefinition): TextField | NumberField {
  if (kind === 'number') return { kind, label, min: 1, max: 10, decimals: 0, required: true };
  return { kind, label, required: true };
}

/** The Zod rule of one option: `{ [field]: text }`, or a whole number 1–10 for the dose lists. */
export function optionSchema(catalog: CatalogDefinition) {
  return z.object({ [catalog.field]: fieldSchema(optionField(catalog)) });
}

/** How many lines one request takes. */
export const MOST_LINES = 2000;
const TOO_MANY_LINES = `No deben ser más de ${MOST_LINES.toLocaleString('es-EC')} líneas`;

/** Many options at once, one a line: `{ lineas }`; blank lines are left out. */
export function manyOptionsSchema({ label }: CatalogDefinition) {
  const line = textSchema({ kind: 'text', label });
  return z.object({
    lineas: boundedList(line, { max: MOST_LINES, notList: REQUIRED, wrongLength: TOO_MANY_LINES })
      .transform((lines) => lines.filter(Boolean))
      .refine((lines) => lines.length > 0, REQUIRED),
  });
}
