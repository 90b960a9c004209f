import { queryOptions } from '@tanstack/react-query';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { listResponsible } from '#domain/calls/responsible.ts';
import { asked } from '#web/lib/call.ts';
import type { VisitRequest } from '#web/lib/source/booklet-source.ts';
import { answered } from '#web/lib/source/choose-source.ts';
import { remoteVisits } from '#web/lib/source/remote-visits.ts';

export const WHAT = 'el seguimiento';
/** In the children's family of keys: saving a child renews the visits. */
const visits = { family: ['nino', 'seguimiento'], what: WHAT };

export const visitPage = (query: VisitRequest) =>
  queryOptions({
    ...asked(listVisits, { query }, visits),
    queryFn: ({ signal, queryKey }) => answered(remoteVisits, (from) => from.visits(query, { signal }), { queryKey }),
  });

export const visitCounts = (query: VisitRequest) =>
  queryOptions({
    ...asked(countVisits, { query }, visits),
    queryFn: ({ signal, queryKey }) =>
      answered(remoteVisits, (from) => from.visitCounts(query, { signal }), { queryKey }),
  });

export const responsiblePeople = asked(listResponsible, {}, visits);
