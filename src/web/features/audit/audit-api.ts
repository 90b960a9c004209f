import { queryOptions } from '@tanstack/react-query';
import type { AskOf } from '#domain/calls/define-call.ts';
import { listDeleted, listJournal, restorePerson } from '#domain/calls/journal.ts';
import { listUsers } from '#domain/calls/users.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { RECORDS } from '#domain/records/index.ts';
import { HISTORY_FAMILY, refreshRecords } from '#web/lib/booklets/record-api.ts';
import { asked, call } from '#web/lib/call.ts';

type JournalRequest = NonNullable<AskOf<typeof listJournal>['query']>;
type DeletedRequest = NonNullable<AskOf<typeof listDeleted>['query']>;

export const JOURNAL = 'la auditoría';
export const DELETED = 'los eliminados';
/** Whoever looks means what has happened until now. */
const latest = { staleTime: 0 };

export const journalPage = (query: JournalRequest) =>
  queryOptions({ ...asked(listJournal, { query }, { family: [HISTORY_FAMILY], what: JOURNAL }), ...latest });

export const deletedPage = (query: DeletedRequest) =>
  queryOptions({ ...asked(listDeleted, { query }, { family: [HISTORY_FAMILY], what: DELETED }), ...latest });

const FOUND_AT_MOST = 5;

/** Users who are called so, for a choice among them. */
export const usersCalled = (q: string) =>
  asked(listUsers, { query: { q, limit: FOUND_AT_MOST } }, { family: ['users'], what: 'usuarios' });

export const restore = (id: string) => call(restorePerson, { params: { id }, body: {} });

/** Somebody is there again, or gone for good: lists and histories are asked for anew. */
export const refreshPeople = (kind: PersonKind) => refreshRecords(RECORDS[kind]);
