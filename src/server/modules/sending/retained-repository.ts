import type { RetainedQuery } from '#domain/calls/retained.ts';
import type { Db } from '#server/db/connect.ts';
import type { RepositoryOf } from './perform.ts';
import { listRetained } from './retained-list.ts';
import { createSettling } from './settle-retained.ts';

export type RetainedRepository = ReturnType<typeof createRetainedRepository>;

export const createRetainedRepository = (parts: { db: Db; repositoryOf: RepositoryOf }) => ({
  list: (query: RetainedQuery) => listRetained(parts.db, query),
  ...createSettling(parts),
});
