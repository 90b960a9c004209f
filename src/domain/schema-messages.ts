import { z } from 'zod';

export const REQUIRED = 'Este campo es obligatorio';
export const NOT_TEXT = 'Debe ser un texto';
export const NOT_NUMBER = 'Debe ser un número';
const NOT_VALID = 'Este dato no es válido';
const NUMBERS = ['number', 'int', 'nan', 'bigint'];

/** The message where a schema has none: Zod's own, in English and about types, must never reach a user. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  const { expected, origin, input } = issue as { expected?: string; origin?: string; input?: unknown };
  const kind = expected ?? origin ?? '';
  if (input === undefined || input === null) return REQUIRED;
  if (NUMBERS.includes(kind)) return NOT_NUMBER;
  return issue.code === 'invalid_type' && kind === 'string' ? NOT_TEXT : NOT_VALID;
}

z.config({ customError: defaultMessage });
