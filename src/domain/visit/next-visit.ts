import { addDays, ageBetween } from '../calendar.ts';
import { nextControl } from '../follow-up/controls.ts';
import type { RecordedVaccine } from '../vaccines/plan.ts';
import { nextVaccine } from '../vaccines/timeline.ts';

/** What is due within these days of the next visit is done on that day too. */
const TOGETHER_DAYS = 7;

export interface NextVisit {
  /** `YYYY-MM-DD`; null if nothing is due later. */
  readonly date: string | null;
  /** Why: "Control de los 7 meses", "Vacunas: Pentavalente, 3.ª dosis". */
  readonly reasons: readonly string[];
  /** What was due by today and was not done. */
  readonly overdue: readonly string[];
}

interface VisitedChild {
  readonly birth: string | null;
  /** The day of the latest control. */
  readonly lastControl: string | null;
  readonly vaccines: readonly RecordedVaccine[];
}

function controlReason(birth: string | null, date: string): string {
  const months = birth ? ageBetween(birth, date).months : 0;
  return months > 0 ? `Control ${months === 1 ? 'del mes' : `de los ${months} meses`}` : 'Control';
}

/** The day on which a child should be seen again. @param day of the visit, `YYYY-MM-DD` */
export function nextVisit({ birth, lastControl, vaccines }: VisitedChild, day: string): NextVisit {
  const control = nextControl(birth, lastControl);
  const { due, doses } = nextVaccine(birth, vaccines, day);
  const wanted = [
    ...(control ? [{ date: control, reason: controlReason(birth, control) }] : []),
    ...(due ? [{ date: due, reason: `${doses.length === 1 ? 'Vacuna' : 'Vacunas'}: ${doses.join(', ')}` }] : []),
  ];
  const later = wanted.filter(({ date }) => date > day);
  const date = later.map((one) => one.date).sort()[0] ?? null;
  return {
    date,
    reasons: later.filter((one) => date && one.date <= addDays(date, TOGETHER_DAYS)).map(({ reason }) => reason),
    overdue: wanted.filter((one) => one.date <= day).map(({ reason }) => reason),
  };
}
