import { addDays, addMonths, ageBetween } from '../calendar.ts';

/** The first day on which a child has completed `months`: for a birth on the 31st, the first day after a shorter month. */
export function dayAtAge(birth: string, months: number): string {
  const day = addMonths(birth, months);
  return ageBetween(birth, day).months < months ? addDays(day, 1) : day;
}
