import { searchPeople } from '#domain/calls/search.ts';
import { call } from '#web/lib/call.ts';
import type { SearchSource } from './booklet-source.ts';

export const remoteSearch: SearchSource = {
  search: (q, reading) => call(searchPeople, { query: { q } }, reading),
};
