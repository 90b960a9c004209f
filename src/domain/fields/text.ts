import { z } from 'zod';
import { cleanText, upperCase } from '../text.ts';
import { NOT_TEXT, REQUIRED, type TextField } from './field.ts';

const DEFAULT_MAX_LENGTH = 200;

/** Absent, null and blank are the same: '' for an optional field, a problem for a required one. */
export function textSchema(field: TextField) {
  const max = field.max ?? DEFAULT_MAX_LENGTH;
  const stored = z.string().max(max, `No debe tener más de ${max.toLocaleString('es-EC')} caracteres`);
  return z
    .string({ error: NOT_TEXT })
    .nullish()
    .transform((value) => cleanText(value ?? '', field.multiline))
    .transform((value) => (field.upperCase ? upperCase(value) : value))
    .pipe(field.required ? stored.min(1, REQUIRED) : stored)
    .meta({ description: field.label, maxLength: max });
}
