import { z } from 'zod';
import { foldText } from '../text.ts';
import { type ChoiceField, NOT_TEXT, REQUIRED } from './field.ts';

/** One of the declared options, in any letter case; what is stored is the option's own writing, or '' when absent. */
export function choiceSchema(field: ChoiceField) {
  const byFold = new Map(field.options.map(({ value }) => [foldText(value), value]));
  return z
    .string({ error: NOT_TEXT })
    .nullish()
    .transform((value, context) => {
      const folded = foldText(value ?? '');
      if (folded === '' && !field.required) return field.default ?? '';
      const option = byFold.get(folded);
      if (option !== undefined) return option;
      const labels = field.options.map(({ label }) => label).join(', ');
      context.addIssue({
        code: 'custom',
        message: folded ? `Debe ser una de estas opciones: ${labels}` : REQUIRED,
        input: value,
      });
      return z.NEVER;
    })
    .meta({ description: field.label, examples: field.options.map(({ value }) => value) });
}
