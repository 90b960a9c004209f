import { addDays, addMonths } from '../calendar.ts';
import { UNSEEN_AFTER_DAYS } from '../follow-up/reasons.ts';

export const WARNED_WITHIN_DAYS = 30;

/** The days of the weekly report, all `YYYY-MM-DD`. */
export interface FieldDays {
  hoy: string;
  vistosDesde: string;
  mes: string;
  mesAnterior: string;
  mismoDia: string;
  advertenciasDesde: string;
}

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

/** `from` inclusive, `before` exclusive; without it the span is open. */
export interface Span {
  from: string;
  before?: string;
}

/** The days whose controls are counted, including later days of this month: a control may be dated in the future. */
export const controlDays = ({ mes, mesAnterior }: FieldDays): Required<Span> => ({
  from: mesAnterior,
  before: addMonths(mes, 1),
});

export const recordDays = ({ advertenciasDesde }: FieldDays): Span => ({ from: advertenciasDesde });

export function* daysOfSpan({ from, before }: Span, hoy: string): Generator<Span> {
  let day = from;
  for (const end = before ?? hoy; day < end; day = addDays(day, 1)) yield { from: day, before: addDays(day, 1) };
  if (!before) yield { from: day };
}
