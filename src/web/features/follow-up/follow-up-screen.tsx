import { getRouteApi } from '@tanstack/react-router';
import { VISITS } from '#domain/exports/visit-columns.ts';
import { useAddress } from '#web/lib/address.ts';
import { useGoalsSetting } from '#web/lib/settings.ts';
import { useListExport } from '#web/records/lists/use-list-export.ts';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { useWide } from '#web/ui/page/use-wide.ts';
import { DayView } from './day-view.tsx';
import { DueGoalsView } from './due-goals-view.tsx';
import { VisitCards } from './visit-cards.tsx';
import { VISIT_FILTERS } from './visit-search.ts';
import { VisitTable } from './visit-table.tsx';

const route = getRouteApi('/seguimiento');

/** /seguimiento: children who need a visit, the most urgent first, those picked for today, and goals that are due. */
export function FollowUpScreen() {
  const address = useAddress(route);
  const list = useListState(address, VISIT_FILTERS);
  const listExport = useListExport(VISITS, list.request);
  const wide = useWide();
  const areGoalsOff = useGoalsSetting() === false;
  if (address.search.vista === 'dia') return <DayView search={address.search} />;
  if (address.search.vista === 'metas' && !areGoalsOff) return <DueGoalsView address={address} list={list} />;
  const List = wide ? VisitTable : VisitCards;
  return <List address={address} list={list} listExport={listExport} />;
}
