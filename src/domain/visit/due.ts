import type { RecordedVaccine } from '../vaccines/plan.ts';
import type { TimelineItem, VaccineTimeline } from '../vaccines/timeline.ts';

/** The doses that can be given today: due or late, and not behind an earlier dose. Campaign doses are last and never ticked together. */
export function dosesForToday<R extends RecordedVaccine>({ items }: VaccineTimeline<R>): TimelineItem<R>[] {
  const open = items.filter(({ state, waits }) => (state === 'due' || state === 'late') && !waits);
  const isCampaign = ({ dose }: TimelineItem<R>) => dose.conditional === true;
  return [...open.filter((item) => !isCampaign(item)), ...open.filter(isCampaign)];
}
