import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { call } from '#web/lib/call.ts';
import type { VisitSource } from './booklet-source.ts';

export const remoteVisits: VisitSource = {
  visits: (query, reading) => call(listVisits, { query }, reading),
  visitCounts: (query, reading) => call(countVisits, { query }, reading),
};
