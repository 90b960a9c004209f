import { aMonth, oneOf as anyOf, aUser, orEmpty } from '#domain/calls/filter-kinds.ts';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { SEXES } from '#domain/growth/who/standards.ts';
import { SITUATION_KEYS } from '#domain/records/narrowings.ts';
import { known, list, oneOf, place, placed, reading, text } from '#web/lib/search-fields.ts';

/** The search parameters of /lista/ninos. */
export const ninoListSearch = reading(
  {
    ...list,
    ...place,
    establecimiento: text,
    sexo: known(orEmpty(anyOf(SEXES))),
    estado: oneOf(STATUSES),
    responsable: known(aUser),
    mes: known(aMonth),
    situacion: oneOf(SITUATION_KEYS),
  },
  placed,
);
