import { z } from 'zod';
import { boundedText, lengthLimitedText } from '../bounded.ts';
import { STATUSES } from '../growth/status.ts';
import { PERSON_KINDS } from '../journal/journal.ts';
import { cleanText, hasLetterOrDigit, spaced } from '../text.ts';
import { defineCall } from './define-call.ts';
import { textFilter } from './filter-kinds.ts';
import { wholeNumber } from './list-query.ts';

export const FOUND_BY_DEFAULT = 8;
const MAX_FOUND = 20;

const day = z.iso.date().nullable();
const score = z.number().nullable();

/** A woman or child as a row of results. What only one of them has is absent in the other. */
export const foundPerson = z.object({
  tipo: z.enum(PERSON_KINDS),
  _id: z.string(),
  cedula: z.string(),
  hcu: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  provincia: z.string(),
  canton: z.string(),
  parroquia: z.string(),
  direccion: z.string(),
  establecimiento: z.string(),
  celular: z.string(),
  fechanacimiento: day.optional(),
  sexo: z.string().optional(),
  estado: z.enum(STATUSES).optional(),
  /** The WHO's z-scores of the latest control. */
  zpeso: score.optional(),
  ztalla: score.optional(),
  zpesotalla: score.optional(),
  /** The completed week of pregnancy today. */
  semanaGestacion: z.int().nullable().optional(),
  proximaCita: day.optional(),
});
export type FoundPerson = z.output<typeof foundPerson>;

const [notText, tooLong] = [`q ${textFilter.wrong}`, `q ${textFilter.tooLong}`];
const searched = boundedText({ notText, tooLong })
  .transform((value) => cleanText(spaced(value)))
  .pipe(lengthLimitedText({ notText, tooLong }))
  .refine(hasLetterOrDigit, 'q debe tener al menos una letra o un número');

/** Women and children that the caller may see, the best matches first. */
export const searchPeople = defineCall({
  method: 'GET',
  path: '/api/buscar',
  permission: 'booklet',
  tag: 'buscar',
  query: z.object({
    q: searched,
    limit: wholeNumber(`limit debe ser un número entero de 1 a ${MAX_FOUND}`, 1, MAX_FOUND).default(FOUND_BY_DEFAULT),
  }),
  answer: z.array(foundPerson),
});
