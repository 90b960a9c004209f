import { addDays, addMonths } from '../calendar.ts';

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;

/** The whole months in which the days lie, because figures are kept by month. @returns days, inclusive; null for an open end */
export const wholeMonths = ({ desde, hasta }: { desde?: string | undefined; hasta?: string | undefined }) => ({
  desde: desde ? firstOf(desde) : null,
  hasta: hasta ? addDays(addMonths(firstOf(hasta), 1), -1) : null,
});
