import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { CantonRankingCard } from './canton-ranking-card.tsx';
import { ProvinceMapCard } from './province-map.tsx';

/** The map and the list of cantons. */
export default function MapCards({ state }: { state: ReportState }) {
  return (
    <>
      <ProvinceMapCard state={state} />
      <CantonRankingCard state={state} />
    </>
  );
}
