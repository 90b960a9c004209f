import { addDays } from '../calendar.ts';
import type { GoalState } from './goal-state.ts';

/** A goal is listed as due when its last day is at most this many days away. */
export const DUE_WITHIN_DAYS = 30;

/** The first deadline (`antes`) that is too far away on a day. */
export const dueUntil = (day: string): string => addDays(day, DUE_WITHIN_DAYS + 1);

export const isDueSoon = ({ state, window }: GoalState, day: string): boolean =>
  state === 'pendiente' && window !== null && window.antes <= dueUntil(day);
