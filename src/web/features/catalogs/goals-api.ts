import { createGoal, removeGoal, type StoredGoal, saveGoal } from '#domain/calls/goals.ts';
import type { GoalValues } from '#domain/goals/goal-fields.ts';
import { goals } from '#web/lib/booklets/goals.ts';
import { call } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

/** `_id` is generated on the device, so that repeating the request is harmless. */
export const addGoal = (_id: string, goal: GoalValues) => call(createGoal, { body: { ...goal, _id } });

/** `version` is the one on which the form is based. */
export const replaceGoal = ({ _id, version }: StoredGoal, goal: GoalValues) =>
  call(saveGoal, { params: { id: _id }, body: { ...goal, version } });

export const deleteGoal = ({ _id }: StoredGoal) => call(removeGoal, { params: { id: _id } });

export const refreshGoals = () => queryClient.invalidateQueries({ queryKey: goals.queryKey });
