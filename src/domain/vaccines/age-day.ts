import { addDays, addMonths, ageBetween } from '../calendar.ts';

/**
 * The first day on which a child has completed so many months, as its age is shown: born on the 31st, the first of the
 * month after a shorter one.
 */
export function dayAtAge(birth: string, months: number): string {
  const day = addMonths(birth, months);
  return ageBetween(birth, day).months < months ? addDays(day, 1) : day;
}
