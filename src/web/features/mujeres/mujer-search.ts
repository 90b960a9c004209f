import { z } from 'zod';
import { list, text } from '#web/lib/search-fields.ts';

/** The address of /lista/mujer. */
export const mujerListSearch = z.object({
  ...list,
  provincia: text,
  canton: text,
  establecimiento: text,
  responsable: text,
});
