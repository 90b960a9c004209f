import { now } from './clock.ts';

/** Calendar dates are `YYYY-MM-DD`, instants ISO 8601 UTC. Today is always today in Guayaquil, on the server as on a phone. */
const TIME_ZONE = 'America/Guayaquil';
export const LOCALE = 'es-EC';

/** Ecuador's mainland has had UTC−5 without daylight saving time since 1993. */
const GUAYAQUIL_OFFSET = '-05:00';
const HOUR_MS = 3_600_000;
const OFFSET_MS = -5 * HOUR_MS;
const DAY_MS = 86_400_000;

const spanishDay = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const spanishMinute = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const spanishLongDay = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, dateStyle: 'long' });

export function today(at: Date = now()): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

export const dayOf = (instant: string): string => today(new Date(instant));

/** Parses two digits of a day: lists handle thousands of days, and `Date.parse` is slow. */
const twoDigits = (day: string, at: number) => 10 * day.charCodeAt(at) + day.charCodeAt(at + 1) - 528;
const yearOf = (day: string) => 100 * twoDigits(day, 0) + twoDigits(day, 2);
const monthOf = (day: string) => twoDigits(day, 5);
const dateOf = (day: string) => twoDigits(day, 8);
const midnightOf = (day: string) => Date.UTC(yearOf(day), monthOf(day) - 1, dateOf(day));
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const lastDateOf = (year: number, month: number) =>
  month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTHS[month - 1] as number);
const padded = (number: number) => (number < 10 ? `0${number}` : String(number));
const dayText = (year: number, month: number, date: number) => `${year}-${padded(month)}-${padded(date)}`;

export function isCalendarDate(value: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(value) || value > '2100-12-31') return false;
  const [month, date] = [monthOf(value), dateOf(value)];
  return month >= 1 && month <= 12 && date >= 1 && date <= lastDateOf(yearOf(value), month);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((midnightOf(to) - midnightOf(from)) / DAY_MS);
}

export function ageBetween(birth: string, on: string): { months: number; days: number } {
  const [bd, od] = [dateOf(birth), dateOf(on)];
  const [oy, om] = [yearOf(on), monthOf(on)];
  let months = (oy - yearOf(birth)) * 12 + (om - monthOf(birth));
  if (od >= bd) return { months, days: od - bd };
  months -= 1;
  // The last monthly birthday: the day of birth, or the last day of a shorter month.
  const last = om === 1 ? 31 : lastDateOf(oy, om - 1);
  return { months, days: last - Math.min(bd, last) + od };
}

export function startOfDay(day: string): string {
  return `${day}T00:00:00${GUAYAQUIL_OFFSET}`;
}

export function addDays(day: string, days: number): string {
  const then = new Date(midnightOf(day) + days * DAY_MS);
  return dayText(then.getUTCFullYear(), then.getUTCMonth() + 1, then.getUTCDate());
}

/** @returns the same day of another month, or that month's last day if it is shorter */
export function addMonths(day: string, months: number): string {
  const all = 12 * yearOf(day) + monthOf(day) - 1 + months;
  const [year, month] = [Math.floor(all / 12), 1 + (((all % 12) + 12) % 12)];
  return dayText(year, month, Math.min(dateOf(day), lastDateOf(year, month)));
}

/** `20/11/2026`, in Guayaquil. */
export function showInstantDay(instant: string): string {
  return spanishDay.format(new Date(instant));
}

/** `20/11/2026 14:05`, in Guayaquil. */
export function showInstantMinute(instant: number | string): string {
  return spanishMinute.format(new Date(instant)).replace(',', '');
}

/** `14:05`, in Guayaquil. */
export function showInstantTime(instant: number | string): string {
  return showInstantMinute(instant).slice(-'14:05'.length);
}

/** `hoy a las 14:05`, `ayer a las 14:05`, `hace 5 días`, `20/11/2026`; of a clock that was ahead `24/11/2026 14:05`. */
export function showInstantInWords(instant: string, at: Date = now()): string {
  const days = daysBetween(dayOf(instant), today(at));
  if (days < 0 && Date.parse(instant) - at.getTime() > HOUR_MS) return showInstantMinute(instant);
  if (days > 30) return showInstantDay(instant);
  if (days > 1) return `hace ${days} días`;
  return `${days === 1 ? 'ayer' : 'hoy'} a las ${showInstantTime(instant)}`;
}

/** `20 de noviembre de 2026`, in Guayaquil. */
export function showLongDay(instant: Date): string {
  return spanishLongDay.format(instant);
}

/** `17/09/2025`, never shifted by a time zone. */
export function showDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
}

/** `14 meses y 3 días`. */
export function showAge(birth: string, on: string): string {
  const { months, days } = ageBetween(birth, on);
  const part = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  if (months < 1) return part(days, 'día', 'días');
  return days === 0 ? part(months, 'mes', 'meses') : `${part(months, 'mes', 'meses')} y ${part(days, 'día', 'días')}`;
}

/** `6 m 5 d`, for narrow places; {@link showAge} in full for screen readers. */
export function showShortAge(birth: string, on: string): string {
  const { months, days } = ageBetween(birth, on);
  return [months > 0 ? `${months} m` : '', days > 0 || months < 1 ? `${days} d` : ''].filter(Boolean).join(' ');
}
