import { cedulaCheckDigitOk } from '../accounts.ts';
import type { Field, Value } from './field.ts';

const CHECK_DIGIT = 'El número no pasa la verificación de cédula. Revisa que esté bien escrito.';

export function fieldWarning(field: Field, value: Value): string | undefined {
  if (field.kind === 'text' && field.document && !cedulaCheckDigitOk(String(value ?? '').trim())) return CHECK_DIGIT;
  return undefined;
}
