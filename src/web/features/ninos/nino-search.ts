import { z } from 'zod';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { SITUATION_KEYS } from '#domain/records/narrowings.ts';
import { list, oneOf, text } from '#web/lib/search-fields.ts';

/** The address of /lista/ninos. */
export const ninoListSearch = z.object({
  ...list,
  provincia: text,
  canton: text,
  establecimiento: text,
  sexo: text,
  estado: oneOf(STATUSES),
  responsable: text,
  mes: text,
  situacion: oneOf(SITUATION_KEYS),
});
