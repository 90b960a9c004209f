import { z } from 'zod';
import type { CatalogDefinition } from './catalogs.ts';
import { REQUIRED } from './fields/field.ts';
import { numberSchema } from './fields/number.ts';
import { textSchema } from './fields/text.ts';

/** Doses run from 1 to 10 (specification, section 9). */
const DOSE = { kind: 'number', label: 'Dosis', min: 1, max: 10, decimals: 0, required: true } as const;

/** The Zod rule of one option: `{ [field]: text }`, or a whole number 1–10 for the dose lists. */
export function optionSchema(catalog: CatalogDefinition) {
  const value =
    catalog.kind === 'number' ? numberSchema(DOSE) : textSchema({ kind: 'text', label: catalog.field, required: true });
  return z.object({ [catalog.field]: value });
}

const MOST_LINES = 2000;

/** Many options at once, one a line: `{ lineas }`; blank lines are left out. */
export function manyOptionsSchema(catalog: CatalogDefinition) {
  const line = textSchema({ kind: 'text', label: catalog.field });
  return z.object({
    lineas: z
      .array(line, { error: REQUIRED })
      .max(MOST_LINES, `No deben ser más de ${MOST_LINES.toLocaleString('es-EC')} líneas`)
      .transform((lines) => lines.filter(Boolean))
      .refine((lines) => lines.length > 0, REQUIRED),
  });
}
