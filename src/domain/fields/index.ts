import type { z } from 'zod';
import { showDay } from '../calendar.ts';
import { choiceSchema } from './choice.ts';
import { dateSchema } from './date.ts';
import type { Field, Fields, Value } from './field.ts';
import { flagSchema } from './flag.ts';
import { numberSchema, showNumber } from './number.ts';
import { placeSchema } from './place.ts';
import { textSchema } from './text.ts';

export * from './field.ts';
export { showNumber } from './number.ts';

export function fieldSchema(field: Field): z.ZodType<Value, unknown> {
  switch (field.kind) {
    case 'text':
      return textSchema(field);
    case 'number':
      return numberSchema(field);
    case 'date':
      return dateSchema(field);
    case 'choice':
      return choiceSchema(field);
    case 'flag':
      return flagSchema(field);
    case 'province':
    case 'canton':
      return placeSchema(field);
  }
}

type AbsentIn<F extends Field> = F extends { readonly required: true } ? never : null;

export type ValuesOf<F extends Fields> = {
  -readonly [N in keyof F]: F[N] extends { readonly kind: 'number' }
    ? number | AbsentIn<F[N]>
    : F[N] extends { readonly kind: 'date' }
      ? string | AbsentIn<F[N]>
      : F[N] extends { readonly kind: 'flag' }
        ? boolean
        : string;
};

export function fieldSchemas<F extends Fields>(fields: F) {
  const schemas = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]);
  // `fromEntries` loses the key types.
  return Object.fromEntries(schemas) as { [N in keyof F]: z.ZodType<ValuesOf<F>[N], unknown> };
}

export function emptyValue(field: Field): Value {
  if (field.kind === 'flag') return field.default;
  if (field.kind === 'choice') return field.default ?? '';
  return field.kind === 'number' || field.kind === 'date' ? null : '';
}

export const NOT_AVAILABLE = 'N/A';

/** A date or instant cut to its day, as tables and exports show it (specification, section 2). */
export const cutDate = (value: string): string => value.slice(0, 10);

/** A value as tables show it: N/A when empty, dates cut to 10 characters, flags as Sí or No. */
export function showValue(field: Field, value: Value | undefined): string {
  if (value === undefined || value === null || value === '') return NOT_AVAILABLE;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (field.kind === 'number' && typeof value === 'number') return showNumber(value, field.decimals);
  if (field.kind === 'date') return cutDate(String(value));
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  return String(value);
}

/** A value as people read it outside of tables: as {@link showValue}, but a day as 23/11/2026. */
export const readValue = (field: Field, value: Value | undefined): string =>
  field.kind === 'date' && value ? showDay(cutDate(String(value))) : showValue(field, value);
