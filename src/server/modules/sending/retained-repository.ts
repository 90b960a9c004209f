import type { RetainedQuery } from '#domain/calls/retained.ts';
import type { Db } from '#server/db/connect.ts';
import type { RepositoryOf } from './perform-operation.ts';
import { retainedListing } from './retained-list.ts';
import { createRetainedDecisions } from './settle-retained.ts';

export type RetainedRepository = ReturnType<typeof createRetainedRepository>;

export const createRetainedRepository = (parts: { db: Db; repositoryOf: RepositoryOf }) => ({
  list: (query: RetainedQuery) => retainedListing(parts.db, query),
  ...createRetainedDecisions(parts),
});
