import { z } from 'zod';
import { VISIT_REASON_KEYS } from '#domain/follow-up/visits.ts';
import { list, oneOf, text } from '#web/lib/search-fields.ts';

/** By what the address may narrow the list of visits. */
const filters = { motivo: oneOf(VISIT_REASON_KEYS), provincia: text, canton: text, responsable: text };
export const VISIT_FILTERS = Object.keys(filters);

export const visitSearch = z.object({ ...list, ...filters });
export type VisitSearch = z.output<typeof visitSearch>;
