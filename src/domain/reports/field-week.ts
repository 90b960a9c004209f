import { addDays, addMonths } from '../calendar.ts';
import { UNSEEN_AFTER_DAYS } from '../follow-up/visits.ts';

/** Records of so many days are looked through for warnings. */
export const WARNED_WITHIN_DAYS = 30;

/** The days that the weekly picture of the field counts from and to, all `YYYY-MM-DD`. */
export interface FieldDays {
  hoy: string;
  /** A child last seen before this day has gone unseen for too long. */
  vistosDesde: string;
  /** First days of this month and of the last one. */
  mes: string;
  mesAnterior: string;
  /** The day of the last month that is as far in it as today is in this one. */
  mismoDia: string;
  /** Records registered from this day on are looked through for warnings. */
  advertenciasDesde: string;
}

/** @param today `YYYY-MM-DD` in Guayaquil */
export function fieldDays(today: string): FieldDays {
  const mes = `${today.slice(0, 7)}-01`;
  return {
    hoy: today,
    vistosDesde: addDays(today, -UNSEEN_AFTER_DAYS),
    mes,
    mesAnterior: addMonths(mes, -1),
    mismoDia: addMonths(today, -1),
    advertenciasDesde: addDays(today, 1 - WARNED_WITHIN_DAYS),
  };
}

/** Days from one to before another, or without end. */
export interface Span {
  from: string;
  before?: string;
}

/** The days whose controls are counted: also those still to come in this month, which somebody may have dated ahead. */
export const controlDays = ({ mes, mesAnterior }: FieldDays): Required<Span> => ({
  from: mesAnterior,
  before: addMonths(mes, 1),
});

/** The days whose records are looked through for warnings. */
export const recordDays = ({ advertenciasDesde }: FieldDays): Span => ({ from: advertenciasDesde });

/** The same days one by one. Without an end, today has everything later. */
export function* oneByOne({ from, before }: Span, hoy: string): Generator<Span> {
  let day = from;
  for (const end = before ?? hoy; day < end; day = addDays(day, 1)) yield { from: day, before: addDays(day, 1) };
  if (!before) yield { from: day };
}
