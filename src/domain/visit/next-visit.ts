import { addDays, ageBetween } from '../calendar.ts';
import { nextControl } from '../follow-up/controls.ts';
import type { RecordedVaccine } from '../vaccines/plan.ts';
import { doseName, matchVaccines, PENDING, seriesOf } from '../vaccines/timeline.ts';

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

const vaccineReason = (names: readonly string[]) =>
  names.length === 0 ? [] : [`${names.length === 1 ? 'Vacuna' : 'Vacunas'}: ${names.join(', ')}`];

/** Pending doses that every child needs: on a later day, overdue, or after a dose of the same series that was given today. */
function pendingDoses(birth: string | null, vaccines: readonly RecordedVaccine[], today: string) {
  const items = matchVaccines(birth, vaccines, today)?.items ?? [];
  const givenToday = new Set(items.filter(({ given }) => given?.date === today).map(({ dose }) => seriesOf(dose)));
  return items.flatMap(({ dose, state, due, waits }) => {
    if (!PENDING.includes(state) || due === null || dose.conditional || waits) return [];
    const when =
      due > today ? ('later' as const) : givenToday.has(seriesOf(dose)) ? ('next' as const) : ('overdue' as const);
    return [{ name: doseName(dose), due, when }];
  });
}

/** The day on which a child should be seen again. @param today `YYYY-MM-DD`: a visit that is recorded late plans nothing before it */
export function nextVisit({ birth, lastControl, vaccines }: VisitedChild, today: string): NextVisit {
  const control = nextControl(birth, lastControl);
  const doses = pendingDoses(birth, vaccines, today);
  const isLater = control !== null && control > today;
  const days = [...(isLater ? [control] : []), ...doses.flatMap(({ due, when }) => (when === 'later' ? [due] : []))];
  const date = days.sort()[0] ?? null;
  const isThen = (day: string) => date !== null && day <= addDays(date, TOGETHER_DAYS);
  const then = doses.filter(({ due, when }) => when === 'next' || (when === 'later' && isThen(due)));
  const overdue = doses.filter(({ when }) => when === 'overdue');
  return {
    date,
    reasons: [
      ...(isLater && isThen(control) ? [controlReason(birth, control)] : []),
      ...vaccineReason(date === null ? [] : then.map(({ name }) => name)),
    ],
    overdue: [
      ...(control !== null && !isLater ? [controlReason(birth, control)] : []),
      ...vaccineReason(overdue.map(({ name }) => name)),
    ],
  };
}
