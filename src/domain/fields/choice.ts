import { z } from 'zod';
import { boundedText } from '../bounded.ts';
import { NOT_TEXT, REQUIRED } from '../schema-messages.ts';
import { foldText } from '../text.ts';
import type { ChoiceField } from './field.ts';

/** One of the declared options, whatever its case and accents; stored as declared, or '' when absent. */
export function choiceSchema(field: ChoiceField) {
  const byFold = new Map(field.options.map(({ value }) => [foldText(value), value]));
  const notAnOption = `Debe ser una de estas opciones: ${field.options.map(({ label }) => label).join(', ')}`;
  return boundedText({ notText: NOT_TEXT, tooLong: notAnOption })
    .nullish()
    .transform((value, context) => {
      const folded = foldText(value ?? '');
      if (folded === '' && !field.required) return field.default ?? '';
      const option = byFold.get(folded);
      if (option !== undefined) return option;
      context.addIssue({ code: 'custom', message: folded ? notAnOption : REQUIRED, input: value });
      return z.NEVER;
    })
    .meta({ description: field.label, examples: field.options.map(({ value }) => value) });
}
