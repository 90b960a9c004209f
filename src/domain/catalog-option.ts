import { z } from 'zod';
import type { CatalogDefinition } from './catalogs.ts';
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
