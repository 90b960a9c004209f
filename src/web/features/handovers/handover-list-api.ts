import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#domain/calls/define-call.ts';
import { listHandovers } from '#domain/calls/handover.ts';
import { callQuery } from '#web/lib/call.ts';
import { HANDOVERS } from '#web/records/handover/handover-api.ts';

type HandoverQuery = NonNullable<CallInput<typeof listHandovers>['query']>;

export const HANDOVERS_LABEL = 'los traspasos';

export const handoverPage = (query: HandoverQuery) =>
  queryOptions({
    ...callQuery(listHandovers, { query }, { family: [HANDOVERS], what: HANDOVERS_LABEL }),
    staleTime: 0,
  });
