import type { RecordedVaccine } from '../vaccines/plan.ts';
import type { TimelineItem, VaccineTimeline } from '../vaccines/timeline.ts';

/**
 * The doses that can be given today: due or late, and not behind an earlier dose. Campaign doses are last and never ticked together.
 * @param kept keys of doses that stay, unless they are given: ticked ones, although the day has changed since
 */
export function dosesForToday<R extends RecordedVaccine>(
  { items }: VaccineTimeline<R>,
  kept: readonly string[] = [],
): TimelineItem<R>[] {
  const isOpen = ({ state, waits }: TimelineItem<R>) => (state === 'due' || state === 'late') && !waits;
  const open = items.filter((item) => isOpen(item) || (kept.includes(item.dose.key) && !item.given));
  const isCampaign = ({ dose }: TimelineItem<R>) => dose.conditional === true;
  return [...open.filter((item) => !isCampaign(item)), ...open.filter(isCampaign)];
}
