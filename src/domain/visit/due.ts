import { ageBetween } from '../calendar.ts';
import { dayAtAge } from '../vaccines/age-day.ts';
import type { RecordedVaccine } from '../vaccines/plan.ts';
import type { TimelineItem, VaccineTimeline } from '../vaccines/timeline.ts';

/** The ages in completed months at which haemoglobin is measured. */
const HAEMOGLOBIN_MONTHS = [6, 12, 18] as const;
const LAST_MONTH = 24;

/** The age in months whose haemoglobin is due: the last one that the child completed, unless it was measured since; null if none. Days are `YYYY-MM-DD`. */
export function haemoglobinDue(
  birth: string | null | undefined,
  screenings: readonly Readonly<Record<string, unknown>>[],
  day: string,
): number | null {
  if (!birth || day < birth || ageBetween(birth, day).months > LAST_MONTH) return null;
  const reached = HAEMOGLOBIN_MONTHS.findLast((months) => dayAtAge(birth, months) <= day);
  if (reached === undefined) return null;
  const since = dayAtAge(birth, reached);
  return screenings.some(({ fechaaplicacion }) => String(fechaaplicacion ?? '') >= since) ? null : reached;
}

/** The doses that can be given today: due or late, and not behind an earlier dose. Campaign doses are last and never ticked together. */
export function dosesForToday<R extends RecordedVaccine>({ items }: VaccineTimeline<R>): TimelineItem<R>[] {
  const open = items.filter(({ state, waits }) => (state === 'due' || state === 'late') && !waits);
  const isCampaign = ({ dose }: TimelineItem<R>) => dose.conditional === true;
  return [...open.filter((item) => !isCampaign(item)), ...open.filter(isCampaign)];
}
