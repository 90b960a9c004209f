import { useQuery } from '@tanstack/react-query';
import { visitCounts } from '#web/lib/booklets/follow-up-api.ts';
import { MyDayCard } from './my-day-card.tsx';
import { useMyDay } from './use-my-day.ts';

/** «Mi día» with its numbers. Needs the query client. */
export function MyDayTile() {
  const { visits, visited } = useMyDay();
  const { data: counts } = useQuery(visitCounts({}));
  return <MyDayCard visits={visits.length} visited={visited} counts={counts} />;
}
