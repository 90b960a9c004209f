import { queryOptions } from '@tanstack/react-query';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { listResponsible } from '#domain/calls/responsible.ts';
import { asked } from '#web/lib/call.ts';
import type { VisitRequest } from '#web/lib/source/booklet-source.ts';
import { answered } from '#web/lib/source/choose-source.ts';
import { remoteVisits } from '#web/lib/source/remote-visits.ts';

export const WHAT = 'el seguimiento';
/** In the family of the children: what is saved of one renews the list of visits. */
const visits = { family: ['nino', 'seguimiento'], what: WHAT };

export const visitPage = (query: VisitRequest) =>
  queryOptions({
    ...asked(listVisits, { query }, visits),
    queryFn: ({ signal, queryKey }) => answered(remoteVisits, (from) => from.visits(query, { signal }), { queryKey }),
  });

/** How many children each reason holds for. */
export const visitCounts = (query: VisitRequest) =>
  queryOptions({
    ...asked(countVisits, { query }, visits),
    queryFn: ({ signal, queryKey }) =>
      answered(remoteVisits, (from) => from.visitCounts(query, { signal }), { queryKey }),
  });

/** Those who have recorded a child: whom supervision can narrow the list to. */
export const responsiblePeople = asked(listResponsible, {}, visits);
