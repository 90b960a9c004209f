import { queryOptions } from '@tanstack/react-query';
import type { AskOf } from '#domain/calls/define-call.ts';
import { listHandovers } from '#domain/calls/handover.ts';
import { asked } from '#web/lib/call.ts';
import { HANDOVERS } from '#web/records/handover/handover-api.ts';

type HandoverQuery = NonNullable<AskOf<typeof listHandovers>['query']>;

export const WHAT = 'los traspasos';

export const handoverPage = (query: HandoverQuery) =>
  queryOptions({ ...asked(listHandovers, { query }, { family: [HANDOVERS], what: WHAT }), staleTime: 0 });
