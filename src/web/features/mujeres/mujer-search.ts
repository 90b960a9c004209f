import { z } from 'zod';
import { aUser } from '#domain/calls/filter-kinds.ts';
import { known, list, place, placed, text } from '#web/lib/search-fields.ts';

/** The address of /lista/mujer. */
export const mujerListSearch = z
  .object({ ...list, ...place, establecimiento: text, responsable: known(aUser) })
  .overwrite(placed);
