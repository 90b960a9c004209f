import { queryOptions } from '@tanstack/react-query';
import { listDueGoals, listGoals } from '#domain/calls/goals.ts';
import { callQuery } from '#web/lib/call.ts';
import type { DueGoalRequest } from '#web/lib/source/booklet-source.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remoteGoals } from '#web/lib/source/remote-goals.ts';

export const DUE_GOALS_NAME = 'las metas por vencer';

export const goals = queryOptions({
  ...callQuery(listGoals, {}, { family: ['metas'], what: 'metas' }),
  queryFn: ({ signal, queryKey }) => readFromSource(remoteGoals, (from) => from.goals({ signal }), { queryKey }),
  staleTime: 5 * 60_000,
});

/** In the children's family of keys: saving a child renews them. A person has a row for each goal, so rows get ids of their own. */
export const dueGoalPage = (query: DueGoalRequest) =>
  queryOptions({
    ...callQuery(listDueGoals, { query }, { family: ['nino', 'metas'], what: DUE_GOALS_NAME }),
    queryFn: ({ signal, queryKey }) =>
      readFromSource(remoteGoals, (from) => from.dueGoals(query, { signal }), { queryKey }),
    select: ({ rows, ...totals }) => ({
      rows: rows.map(({ _id, ...row }) => ({ ...row, persona: _id, _id: `${_id} ${row.meta._id}` })),
      ...totals,
    }),
  });
export type DueGoalEntry = ReturnType<NonNullable<ReturnType<typeof dueGoalPage>['select']>>['rows'][number];
