import { boundedText, lengthLimitedText } from '../bounded.ts';
import { NOT_TEXT, REQUIRED } from '../schema-messages.ts';
import { cleanText, DEFAULT_MAX_LENGTH, upperCase } from '../text.ts';
import type { TextField } from './field.ts';

/** Absent, null and blank are all '' for an optional field and an error for a required one. */
export function textSchema(field: TextField) {
  const max = field.max ?? DEFAULT_MAX_LENGTH;
  const tooLong = `No debe tener más de ${max.toLocaleString('es-EC')} caracteres`;
  const bound = { max, notText: NOT_TEXT, tooLong };
  const stored = lengthLimitedText(bound);
  return boundedText(bound)
    .nullish()
    .transform((value) => cleanText(value ?? '', field.multiline))
    .transform((value) => (field.upperCase ? upperCase(value) : value))
    .pipe(field.required ? stored.min(1, REQUIRED) : stored)
    .meta({ description: field.label, maxLength: max });
}
