import { ageBetween, daysBetween } from '../calendar.ts';

/** Days in a month, as the WHO counts them. */
export const MONTH_DAYS = 30.4375;

/** What is known of a control's age: its day, and the completed months somebody typed. */
interface AgedControl {
  readonly fecha: string;
  readonly edad: number | null;
}

/**
 * How old a child was at a control: by the dates where they are known and in order, otherwise as typed.
 * @param birth `YYYY-MM-DD`; empty or null when it is not recorded
 * @returns completed `months`, and `exact` ones with their fraction; null when the age is not known
 */
export function ageAtControl(
  { fecha, edad }: AgedControl,
  birth: string | null,
): { months: number; exact: number } | null {
  if (birth && fecha >= birth)
    return { months: ageBetween(birth, fecha).months, exact: daysBetween(birth, fecha) / MONTH_DAYS };
  return edad === null ? null : { months: edad, exact: edad };
}
