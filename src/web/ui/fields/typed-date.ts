import { isCalendarDate, showDay } from '#domain/calendar.ts';

const pad = (part: string) => part.padStart(2, '0');

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

/** Parses `20/11/2026`, `20-11-26`, `20112026` or `2026-11-20`. @returns `YYYY-MM-DD`, or undefined if it is not a valid date. */
export function parseTypedDate(text: string): string | undefined {
  const typed = text.trim();
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(typed);
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  const [year = '', month = '', day = ''] = yearFirst?.slice(1) ?? dayFirst?.slice(1).reverse() ?? [];
  const date = `${fullYear(year)}-${pad(month)}-${pad(day)}`;
  return isCalendarDate(date) ? date : undefined;
}

const WHOLE = /^(\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4}|\d{8}|\d{4}[-/. ]\d{1,2}[-/. ]\d{2})$/;

/** Whether no digit is missing: `20/11/20` can still become `20/11/2026`. */
export const isTypedWhole = (text: string): boolean => WHOLE.test(text.trim());

/** Formats a date for the input; other text is returned unchanged. */
export function showTypedDate(value: string): string {
  return isCalendarDate(value) ? showDay(value) : value;
}
