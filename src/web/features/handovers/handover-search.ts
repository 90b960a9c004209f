import { aDay, aPerson, aUser } from '#domain/calls/filter-kinds.ts';
import { known, list, oneOf, reading, type SearchRead } from '#web/lib/search-fields.ts';

const filters = {
  de: known(aUser),
  a: known(aUser),
  por: known(aUser),
  persona: known(aPerson),
  desde: known(aDay),
  hasta: known(aDay),
};
export const HANDOVER_FILTERS = Object.keys(filters);

/** The search parameters of /traspasos. */
export const handoverSearch = reading({ ...list, ...filters });
export type HandoverSearch = SearchRead<typeof handoverSearch>;

/** The search parameters of /traspasos/retenidos. */
export const retainedSearch = reading({ ...list, estado: oneOf(['abiertos', 'resueltos']) });
export type RetainedSearch = SearchRead<typeof retainedSearch>;
