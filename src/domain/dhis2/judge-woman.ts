import { addDays } from '../calendar.ts';
import type { JudgedWoman } from './judged.ts';
import type { ReportPeriod } from './period.ts';

/** A pregnancy lasts no longer. */
const WHOLE_PREGNANCY_DAYS = 7 * 42;
/** Twelve completed weeks. */
const EARLY_DAYS = 7 * 12;

/** A woman and her records. Days are `YYYY-MM-DD`. */
export interface CountedWoman {
  /** The day of the registration. */
  readonly registered: string;
  /** The days of her controls, in any order. */
  readonly controls: readonly string[];
  /** The first days of her pregnancies by her screenings, the latest screening first. */
  readonly starts: readonly string[];
}

/** The first day of the pregnancy of a control, by the latest screening of that pregnancy; null without one. */
const startOf = (control: string, starts: readonly string[]): string | null =>
  starts.find((start) => start <= control && control < addDays(start, WHOLE_PREGNANCY_DAYS)) ?? null;

/** Without a screening a pregnancy begins after a time without controls that is longer than a pregnancy. */
function isFirst(control: string, start: string | null, controls: readonly string[]): boolean {
  const since = start ?? addDays(control, 1 - WHOLE_PREGNANCY_DAYS);
  return !controls.some((other) => other >= since && other < control);
}

function firstControl({ controls, starts }: CountedWoman, { desde, hasta }: ReportPeriod): JudgedWoman['firstControl'] {
  for (const control of controls.filter((day) => day >= desde && day <= hasta).toSorted()) {
    const start = startOf(control, starts);
    if (isFirst(control, start, controls))
      return start !== null && control < addDays(start, EARLY_DAYS) ? 'early' : 'later';
  }
  return 'none';
}

export const judgeWoman = (woman: CountedWoman, period: ReportPeriod): JudgedWoman => ({
  registered: woman.registered >= period.desde && woman.registered <= period.hasta,
  controls: woman.controls.filter((day) => day >= period.desde && day <= period.hasta).length,
  firstControl: firstControl(woman, period),
});
