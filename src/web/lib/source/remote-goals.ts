import { listDueGoals, listGoals } from '#domain/calls/goals.ts';
import { isNotFound } from '#web/lib/api-errors.ts';
import { call } from '#web/lib/call.ts';
import { goalsAreOn } from '#web/lib/settings.ts';
import type { GoalSource } from './booklet-source.ts';

export const remoteGoals: GoalSource = {
  goals: async (reading) => {
    if (!(await goalsAreOn())) return [];
    // The settings may have failed to load; a server without goals does not have this address.
    return call(listGoals, {}, reading).catch((error) => {
      if (isNotFound(error)) return [];
      throw error;
    });
  },
  dueGoals: (query, reading) => call(listDueGoals, { query }, reading),
};
