import { addDays } from '../calendar.ts';
import { dayAtAge } from '../vaccines/age-day.ts';
import type { Goal } from './goal.ts';

const WEEK_DAYS = 7;

export interface GoalWindow {
  /** The first day that counts. */
  readonly desde: string;
  /** The first day that is too late. */
  readonly antes: string;
}

/** The days of a goal for one family. @param start the birth, or the first day of the pregnancy, `YYYY-MM-DD` */
export function goalWindow({ para, desde, hasta, plazo }: Goal, start: string): GoalWindow {
  const dayAt = (age: number) => (para === 'embarazo' ? addDays(start, WEEK_DAYS * age) : dayAtAge(start, age));
  const end = dayAt(hasta);
  const late = plazo === null ? end : addDays(start, plazo + 1);
  return { desde: dayAt(desde), antes: late < end ? late : end };
}
