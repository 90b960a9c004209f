import { useQuery } from '@tanstack/react-query';
import { showDay } from '#domain/calendar.ts';
import type { Disagreeing } from '#domain/calls/growth-reports.ts';
import { showScore } from '#domain/growth/trajectory.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ChildLink, childName } from './child-link.tsx';
import { hintOf } from './empty-texts.ts';
import { ListCard } from './list-card.tsx';
import type { ReportState } from './report-state.ts';
import type { ReportColumn } from './report-table.tsx';
import { disagreeingPage } from './reports-api.ts';

const TITLE = 'Donde el programa y la OMS no coinciden';

const scores = ({ ztalla, zpeso }: Disagreeing) =>
  [ztalla === null ? '' : `talla/edad ${showScore(ztalla)}`, zpeso === null ? '' : `peso/edad ${showScore(zpeso)}`]
    .filter(Boolean)
    .join(' · ');

const COLUMNS: ReportColumn<Disagreeing>[] = [
  {
    heading: 'Nombres y Apellidos',
    cell: (child) => (
      <>
        <strong>{childName(child)}</strong>
        <div>Control del {showDay(child.fecha)}</div>
      </>
    ),
  },
  { heading: 'Estado según tabla del programa', cell: ({ estado }) => <StatusBadge status={estado} /> },
  {
    heading: 'Estándares OMS',
    cell: (child) => (
      <>
        {child.discrepancia}
        <div>{scores(child)}</div>
      </>
    ),
  },
  { heading: 'Ver', selfNamed: true, cell: (child) => <ChildLink child={child} /> },
];

/** Children whose status by the programme's table and by the WHO standards differ, the latest controls first. */
export function DisagreementCard({ state }: { state: ReportState }) {
  const list = state.list('discrepancias');
  const result = useQuery(disagreeingPage({ ...state.places, ...list.request }));
  return (
    <ListCard
      title={TITLE}
      span={12}
      phone="cards"
      list={list}
      result={result}
      texts={{
        empty: 'El programa y la OMS coinciden en todos',
        emptyHint: hintOf(state.places, 'O todavía no hay controles con talla, sexo y fecha de nacimiento.'),
      }}
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
    />
  );
}
