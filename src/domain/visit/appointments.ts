import { ageBetween } from '../calendar.ts';
import { followedUntil, nextControl } from '../follow-up/controls.ts';
import { haemoglobinDates } from '../follow-up/haemoglobin.ts';
import type { RecordedVaccine } from '../vaccines/plan.ts';
import { doseName, matchVaccines, PENDING, seriesOf, type TimelineItem } from '../vaccines/timeline.ts';
import { type Appointment, inOrder } from './appointment.ts';

type FlatRecord = Readonly<Record<string, unknown>>;

/** A child's birth day and its flat records. */
export interface FollowedChild {
  /** `YYYY-MM-DD`. */
  readonly birth: string | null;
  readonly controls: readonly FlatRecord[];
  readonly vaccines: readonly RecordedVaccine[];
  readonly screenings: readonly FlatRecord[];
}

const monthsText = (months: number) => (months === 1 ? 'del mes' : `de los ${months} meses`);

function controlOf({ birth, controls }: FollowedChild, day: string): Appointment[] {
  // A control in the future is a mistake or a plan, as in the child's summary.
  const seen = controls.map(({ fecha }) => String(fecha ?? '')).filter((fecha) => fecha !== '' && fecha <= day);
  const date = nextControl(birth, seen.sort().at(-1) ?? null);
  // Without a birth date there is no control; after 24 months children are not followed.
  if (!birth || date === null || day > followedUntil(birth, day)) return [];
  const months = ageBetween(birth, date).months;
  const name = months > 0 ? `Control ${monthsText(months)}` : 'Control';
  return [{ kind: 'control', name, date, when: date > day ? 'later' : 'due' }];
}

/** Pending doses that every child needs and that have a day, without those behind an earlier one that is due. */
function dosesOf(items: readonly TimelineItem[], day: string): Appointment[] {
  const givenToday = new Set(items.filter(({ given }) => given?.date === day).map(({ dose }) => seriesOf(dose)));
  const pending = items.flatMap(({ dose, state, due }) =>
    PENDING.includes(state) && due !== null && !dose.conditional ? [{ dose, due }] : [],
  );
  const dueSeries = new Set<string>();
  return pending
    .sort((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0))
    .flatMap(({ dose, due }): Appointment[] => {
      const series = seriesOf(dose);
      if (dueSeries.has(series)) return [];
      if (due <= day) dueSeries.add(series);
      const when = due > day ? 'later' : givenToday.has(series) ? 'next' : 'due';
      return [{ kind: 'vacuna', name: doseName(dose), dose, date: due, when }];
    });
}

const haemoglobinOf = ({ birth, screenings }: FollowedChild, day: string): Appointment[] =>
  haemoglobinDates(birth, screenings, day).map(({ months, date }) => ({
    kind: 'hemoglobina',
    name: `Hemoglobina ${monthsText(months)}`,
    date,
    when: date > day ? 'later' : 'due',
  }));

/**
 * What comes next for a child: control, vaccines and haemoglobin, what is due first.
 * @param day today, `YYYY-MM-DD` @param doses the child's vaccination calendar, for a caller that has it
 */
export const childAppointments = (
  child: FollowedChild,
  day: string,
  doses: readonly TimelineItem[] = matchVaccines(child.birth, child.vaccines, day)?.items ?? [],
): Appointment[] => inOrder([...controlOf(child, day), ...dosesOf(doses, day), ...haemoglobinOf(child, day)]);
