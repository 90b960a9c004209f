import { useQuery } from '@tanstack/react-query';
import { showDay } from '#domain/calendar.ts';
import type { DisagreeingChild } from '#domain/calls/growth-reports.ts';
import { showScore } from '#domain/growth/trajectory.ts';
import { ChildLink, childName } from '#web/features/reports/frame/child-link.tsx';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { hintOf } from '#web/features/reports/state/empty-texts.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { disagreeingPage } from '#web/features/reports/state/reports-api.ts';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';

const TITLE = 'Donde el programa y la OMS no coinciden';

const scores = ({ ztalla, zpeso, edadCorregida }: DisagreeingChild) =>
  [
    ztalla === null ? '' : `talla/edad ${showScore(ztalla)}`,
    zpeso === null ? '' : `peso/edad ${showScore(zpeso)}`,
    edadCorregida ? 'con la edad corregida' : '',
  ]
    .filter(Boolean)
    .join(' · ');

const COLUMNS: ReportColumn<DisagreeingChild>[] = [
  {
    heading: 'Nombres y Apellidos',
    cell: (child) => (
      <>
        <strong>{childName(child)}</strong>
        <small>Control del {showDay(child.fecha)}</small>
      </>
    ),
  },
  { heading: 'Estado según tabla del programa', cell: ({ estado }) => <StatusBadge status={estado} /> },
  {
    heading: 'Estándares OMS',
    cell: (child) => (
      <>
        {child.discrepancia}
        <small>{scores(child)}</small>
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
        empty: 'Ninguna diferencia entre el programa y la OMS',
        emptyHint: hintOf(state.places, 'O todavía no hay controles con talla, sexo y fecha de nacimiento.'),
      }}
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
    />
  );
}
