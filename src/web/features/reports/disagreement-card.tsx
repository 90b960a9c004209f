import { useQuery } from '@tanstack/react-query';
import { showDay } from '#domain/calendar.ts';
import { showScore } from '#domain/growth/trajectory.ts';
import { PagedList } from '#web/ui/paged-list/paged-list.tsx';
import { PAGE_SIZE } from '#web/ui/paged-list/use-list-state.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ChildLink, childName } from './child-link.tsx';
import { hintOf } from './empty-texts.ts';
import { type Disagreeing, disagreeingPage } from './growth-reports-api.ts';
import { ReportCard } from './report-card.tsx';
import { ReportRows } from './report-rows.tsx';
import type { ReportState } from './report-state.ts';
import type { ReportColumn } from './report-table.tsx';
import { LOAD_FAILED } from './reports-api.ts';

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
  const page = { limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE };
  const result = useQuery(disagreeingPage({ ...state.places, ...page }));
  return (
    <ReportCard title={TITLE} span={12} look="sheet">
      <PagedList
        list={list}
        result={result}
        inside="sheet"
        pagesLabel={`Páginas: ${TITLE}`}
        texts={{
          loadFailed: LOAD_FAILED.controls,
          empty: 'El programa y la OMS coinciden en todos',
          emptyHint: hintOf(state.places, 'O todavía no hay controles con talla, sexo y fecha de nacimiento.'),
          searchHint: '',
        }}
        columns={COLUMNS.length}
      >
        {(rows, wide) => (
          <ReportRows wide={wide} label={TITLE} columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
        )}
      </PagedList>
    </ReportCard>
  );
}
