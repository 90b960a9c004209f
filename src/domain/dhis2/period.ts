import { addDays, addMonths } from '../calendar.ts';

/** A month or a quarter as DHIS2 names it: `202611`, `2026Q4`. */
export interface ReportPeriod {
  readonly name: string;
  /** The first and the last day, inclusive. */
  readonly desde: string;
  readonly hasta: string;
}

export const PERIOD_KINDS = { mes: 'Mes', trimestre: 'Trimestre' } as const;
export type PeriodKind = keyof typeof PERIOD_KINDS;

/** No booklet is older. */
const FIRST_DAY = '2015-01-01';
const MONTHS_OF = { mes: 1, trimestre: 3 } as const;

const MONTH = /^(20\d\d)(0[1-9]|1[0-2])$/;
const QUARTER = /^(20\d\d)Q([1-4])$/;

const MONTH_NAMES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const;

const padded = (month: number) => String(month).padStart(2, '0');

const periodFrom = (name: string, desde: string, kind: PeriodKind): ReportPeriod => ({
  name,
  desde,
  hasta: addDays(addMonths(desde, MONTHS_OF[kind]), -1),
});

function parsed(text: string): ReportPeriod | null {
  const [, year = '', month] = MONTH.exec(text) ?? [];
  if (month) return periodFrom(text, `${year}-${month}-01`, 'mes');
  const [, ofYear = '', quarter] = QUARTER.exec(text) ?? [];
  return quarter ? periodFrom(text, `${ofYear}-${padded(3 * Number(quarter) - 2)}-01`, 'trimestre') : null;
}

/** @param today `YYYY-MM-DD` @returns null for another text, and for a period that has not begun */
export function parsePeriod(text: string, today: string): ReportPeriod | null {
  const period = parsed(text.toUpperCase());
  return period && period.desde >= FIRST_DAY && period.desde <= today ? period : null;
}

const nameOf = (day: string, kind: PeriodKind): string => {
  const month = Number(day.slice(5, 7));
  return kind === 'mes' ? `${day.slice(0, 4)}${padded(month)}` : `${day.slice(0, 4)}Q${Math.ceil(month / 3)}`;
};

/** The names of the last periods of a kind, the one of the day first. */
export function lastPeriods(kind: PeriodKind, day: string, count: number): string[] {
  const first = `${day.slice(0, 7)}-01`;
  return Array.from({ length: count }, (_, back) => nameOf(addMonths(first, -back * MONTHS_OF[kind]), kind));
}

export const kindOfPeriod = (name: string): PeriodKind => (QUARTER.test(name) ? 'trimestre' : 'mes');

const monthName = (day: string) => MONTH_NAMES[Number(day.slice(5, 7)) - 1] ?? '';

/** `noviembre de 2026`, `octubre a diciembre de 2026`. */
export function periodLabel(name: string): string {
  const period = parsed(name);
  if (!period) return name;
  const [first, last] = [monthName(period.desde), monthName(period.hasta)];
  return `${first === last ? first : `${first} a ${last}`} de ${period.desde.slice(0, 4)}`;
}
