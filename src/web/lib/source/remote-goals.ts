import { listDueGoals, listGoals } from '#domain/calls/goals.ts';
import { call } from '#web/lib/call.ts';
import { goalsAreOn } from '#web/lib/settings.ts';
import type { GoalSource } from './booklet-source.ts';

export const remoteGoals: GoalSource = {
  goals: async (reading) => ((await goalsAreOn()) ? call(listGoals, {}, reading) : []),
  dueGoals: (query, reading) => call(listDueGoals, { query }, reading),
};
