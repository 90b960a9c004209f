import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#domain/calls/define-call.ts';
import { acceptRetained, closeRetained, listRetained } from '#domain/calls/retained.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { HANDOVERS } from '#web/records/handover/handover-api.ts';

type RetainedQuery = NonNullable<CallInput<typeof listRetained>['query']>;

export const RETAINED = 'los envíos retenidos';

export const retainedPage = (query: RetainedQuery) =>
  queryOptions({ ...callQuery(listRetained, { query }, { family: [HANDOVERS], what: RETAINED }), staleTime: 0 });

export const accept = (id: string) => call(acceptRetained, { params: { id }, body: {} });
export const close = (id: string, razon: string) => call(closeRetained, { params: { id }, body: { razon } });
