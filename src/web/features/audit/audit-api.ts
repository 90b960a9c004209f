import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#domain/calls/define-call.ts';
import { listDeleted, listJournal, restorePerson } from '#domain/calls/journal.ts';
import { listUsers } from '#domain/calls/users.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { RECORDS } from '#domain/records/index.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { refreshRecords } from '#web/lib/booklets/record-api.ts';
import { call, callQuery } from '#web/lib/call.ts';

type JournalRequest = NonNullable<CallInput<typeof listJournal>['query']>;
type DeletedRequest = NonNullable<CallInput<typeof listDeleted>['query']>;

export const JOURNAL = 'la auditoría';
export const DELETED = 'los eliminados';
/** The journal is always loaded again, so that it is current. */
const alwaysStale = { staleTime: 0 };

export const journalPage = (query: JournalRequest) =>
  queryOptions({ ...callQuery(listJournal, { query }, { family: [FAMILIES.history], what: JOURNAL }), ...alwaysStale });

export const deletedPage = (query: DeletedRequest) =>
  queryOptions({ ...callQuery(listDeleted, { query }, { family: [FAMILIES.history], what: DELETED }), ...alwaysStale });

const MAX_RESULTS = 5;

export const findUsers = (q: string) =>
  callQuery(listUsers, { query: { q, limit: MAX_RESULTS } }, { family: ['users'], what: 'usuarios' });

export const restore = (id: string) => call(restorePerson, { params: { id }, body: {} });

/** Invalidates lists and histories after a restoration or an erasure. */
export const refreshPeople = (kind: PersonKind) => refreshRecords(RECORDS[kind]);
