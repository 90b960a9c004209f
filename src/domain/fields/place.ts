import { z } from 'zod';
import { boundedText } from '../bounded.ts';
import { NOT_TEXT, REQUIRED } from '../schema-messages.ts';
import { findCanton, findProvince } from '../territory.ts';
import { cleanText } from '../text.ts';
import type { CantonField, ProvinceField } from './field.ts';

const UNKNOWN_PROVINCE = 'Debe ser una provincia del Ecuador';
const UNKNOWN_CANTON = 'Debe ser un cantón del Ecuador';

/** A province or canton of the fixed list, whatever its case and accents; stored as the list writes it. */
export function placeSchema(field: ProvinceField | CantonField) {
  const find = field.kind === 'province' ? findProvince : (name: string) => findCanton(name);
  const unknown = field.kind === 'province' ? UNKNOWN_PROVINCE : UNKNOWN_CANTON;
  return boundedText({ notText: NOT_TEXT, tooLong: unknown })
    .nullish()
    .transform((value, context) => {
      const name = cleanText(value ?? '');
      if (name === '' && !field.required) return '';
      const place = name === '' ? undefined : find(name);
      if (place !== undefined) return place;
      context.addIssue({ code: 'custom', message: name === '' ? REQUIRED : unknown, input: value });
      return z.NEVER;
    })
    .meta({ description: field.label });
}
