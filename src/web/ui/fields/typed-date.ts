import { isCalendarDate, showDay } from '#domain/calendar.ts';

const pad = (part: string) => part.padStart(2, '0');

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

/**
 * A date as people type it: `20/11/2026`, `20-11-26`, `20112026` or `2026-11-20`.
 * @returns `YYYY-MM-DD`, or undefined when the text is no date that exists.
 */
export function parseTypedDate(text: string): string | undefined {
  const typed = text.trim();
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(typed);
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  const [year = '', month = '', day = ''] = yearFirst?.slice(1) ?? dayFirst?.slice(1).reverse() ?? [];
  const date = `${fullYear(year)}-${pad(month)}-${pad(day)}`;
  return isCalendarDate(date) ? date : undefined;
}

/** What stands in the input for a value: dates as people read them, anything else as it was typed. */
export function showTypedDate(value: string): string {
  return isCalendarDate(value) ? showDay(value) : value;
}
