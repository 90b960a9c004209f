import { queryOptions } from '@tanstack/react-query';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { listResponsible } from '#domain/calls/responsible.ts';
import { callQuery } from '#web/lib/call.ts';
import type { VisitRequest } from '#web/lib/source/booklet-source.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remoteVisits } from '#web/lib/source/remote-visits.ts';

export const FOLLOW_UP_NAME = 'el seguimiento';
/** In the children's family of keys: saving a child renews the visits. */
const visits = { family: ['nino', 'seguimiento'], what: FOLLOW_UP_NAME };

export const visitPage = (query: VisitRequest) =>
  queryOptions({
    ...callQuery(listVisits, { query }, visits),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(remoteVisits, (from) => from.visits(query, { signal }), { queryKey }),
  });

export const visitCounts = (query: VisitRequest) =>
  queryOptions({
    ...callQuery(countVisits, { query }, visits),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(remoteVisits, (from) => from.visitCounts(query, { signal }), { queryKey }),
  });

export const responsiblePeople = callQuery(listResponsible, {}, visits);
