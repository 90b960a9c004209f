import { z } from 'zod';
import { aUser } from '#domain/calls/filter-kinds.ts';
import { VISIT_REASON_KEYS } from '#domain/follow-up/visits.ts';
import { known, list, oneOf, place, placed } from '#web/lib/search-fields.ts';

/** By what the address may narrow the list of visits. */
const filters = { motivo: oneOf(VISIT_REASON_KEYS), ...place, responsable: known(aUser) };
export const VISIT_FILTERS = Object.keys(filters);

export const visitSearch = z.object({ ...list, ...filters }).overwrite(placed);
export type VisitSearch = z.output<typeof visitSearch>;
