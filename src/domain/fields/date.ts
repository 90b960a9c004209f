import { z } from 'zod';
import { boundedText } from '../bounded.ts';
import { isCalendarDate, today } from '../calendar.ts';
import { REQUIRED } from '../schema-messages.ts';
import type { DateField } from './field.ts';

export const NOT_DATE = 'Debe ser una fecha válida (AAAA-MM-DD)';
export const NOT_DATE_TYPED = 'Debe ser una fecha válida (DD/MM/AAAA)';
const IN_FUTURE = 'La fecha no puede estar en el futuro';

export function dateSchema(field: DateField) {
  return boundedText({ notText: NOT_DATE, tooLong: NOT_DATE })
    .nullish()
    .transform((value, context) => {
      const text = value?.trim();
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message, input: value });
        return z.NEVER;
      };
      if (!text) return field.required ? refuse(REQUIRED) : null;
      if (!isCalendarDate(text)) return refuse(NOT_DATE);
      if (field.notFuture && text > today()) return refuse(IN_FUTURE);
      return text;
    })
    .meta({ description: field.label, format: 'date' });
}
