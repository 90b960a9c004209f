import { useQuery } from '@tanstack/react-query';
import type { Vaccinated } from '#domain/calls/reports.ts';
import { ChildLink, childName } from './child-link.tsx';
import { emptyTexts } from './empty-texts.ts';
import { showCount } from './figure-table.ts';
import { ListCard } from './list-card.tsx';
import type { ReportState } from './report-state.ts';
import type { ReportColumn } from './report-table.tsx';
import { vaccinatedPage } from './reports-api.ts';

const TITLE = 'Tabla de vacunas por niños/as';
const COLUMNS: ReportColumn<Vaccinated>[] = [
  { heading: 'Nombres y Apellidos', cell: (child) => <strong>{childName(child)}</strong> },
  { heading: 'Número de vacunas', numeric: true, cell: ({ vacunas }) => showCount(vacunas) },
  { heading: 'Ver', numeric: true, cell: (child) => <ChildLink child={child} /> },
];

/** How many vaccines each child has. */
export function VaccinesCard({ state }: { state: ReportState }) {
  const list = state.list('vacunas');
  const result = useQuery(vaccinatedPage({ ...state.places, ...list.request }));
  return (
    <ListCard
      title={TITLE}
      span={6}
      paper="half"
      phone="table"
      list={list}
      result={result}
      texts={{
        ...emptyTexts(
          state.places,
          'vacunas registradas',
          'Aparecen aquí con la primera vacuna de una niña o un niño.',
        ),
      }}
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
    />
  );
}
