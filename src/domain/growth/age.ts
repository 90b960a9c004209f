import { ageBetween, daysBetween } from '../calendar.ts';

/** Days in a month, by the WHO's definition. */
export const MONTH_DAYS = 30.4375;

export interface AgedControl {
  readonly fecha: string;
  readonly edad: number | null;
}

/** The age at a control from the dates; as typed without a birth date. @returns completed `months`, and `exact` months with their fraction */
export function ageAtControl(
  { fecha, edad }: AgedControl,
  birth: string | null,
): { months: number; exact: number } | null {
  if (birth && fecha >= birth)
    return { months: ageBetween(birth, fecha).months, exact: daysBetween(birth, fecha) / MONTH_DAYS };
  return edad === null ? null : { months: edad, exact: edad };
}
