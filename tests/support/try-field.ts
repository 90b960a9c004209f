import { type Field, fieldSchema } from '#domain/fields/index.ts';
import { problemsOf } from '#domain/records/define-record.ts';

/** Parses an input as a field does: the stored value, or the sentences that refuse it. */
export function tryField(field: Field) {
  return (input: unknown): { stored: unknown } | { refused: string[] } => {
    const result = fieldSchema(field).safeParse(input);
    return result.success ? { stored: result.data } : { refused: problemsOf(result.error).map(({ msg }) => msg) };
  };
}

export const REQUIRED = { refused: ['Este campo es obligatorio'] };
