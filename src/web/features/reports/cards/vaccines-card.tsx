import { useQuery } from '@tanstack/react-query';
import type { VaccinatedChild } from '#domain/calls/reports.ts';
import { ChildLink, childName } from '#web/features/reports/frame/child-link.tsx';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { emptyTexts } from '#web/features/reports/state/empty-texts.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { vaccinatedPage } from '#web/features/reports/state/reports-api.ts';

const TITLE = 'Tabla de vacunas por niños/as';
const COLUMNS: ReportColumn<VaccinatedChild>[] = [
  { heading: 'Nombres y Apellidos', cell: (child) => <strong>{childName(child)}</strong> },
  { heading: 'Número de vacunas', numeric: true, cell: ({ vacunas }) => showCount(vacunas) },
  { heading: 'Ver', numeric: true, cell: (child) => <ChildLink child={child} /> },
];

/** The number of vaccines of each child. */
export function VaccinesCard({ state }: { state: ReportState }) {
  const list = state.list('vacunas');
  const result = useQuery(vaccinatedPage({ ...state.places, ...list.request }));
  return (
    <ListCard
      title={TITLE}
      span={12}
      phone="table"
      list={list}
      result={result}
      texts={emptyTexts(
        state.places,
        'vacunas registradas',
        'Aparecen aquí con la primera vacuna de una niña o un niño.',
      )}
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
    />
  );
}
