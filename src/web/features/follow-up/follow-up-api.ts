import type { AskOf } from '#domain/calls/define-call.ts';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { listResponsible } from '#domain/calls/responsible.ts';
import { asked } from '#web/lib/call.ts';

type VisitRequest = NonNullable<AskOf<typeof listVisits>['query']>;

export const WHAT = 'el seguimiento';
/** In the family of the children: what is saved of one renews the list of visits. */
const visits = { family: ['nino', 'seguimiento'], what: WHAT };

export const visitPage = (query: VisitRequest) => asked(listVisits, { query }, visits);

/** How many children each reason holds for. */
export const visitCounts = (query: VisitRequest) => asked(countVisits, { query }, visits);

/** Those who have recorded a child: whom supervision can narrow the list to. */
export const responsiblePeople = asked(listResponsible, {}, visits);
