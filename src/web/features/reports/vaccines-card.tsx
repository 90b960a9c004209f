import { useQuery } from '@tanstack/react-query';
import { PagedList } from '#web/ui/paged-list/paged-list.tsx';
import { PAGE_SIZE } from '#web/ui/paged-list/use-list-state.ts';
import { ChildLink, childName } from './child-link.tsx';
import { emptyTexts } from './empty-texts.ts';
import { showCount } from './figure-table.ts';
import { ReportCard } from './report-card.tsx';
import type { ReportState } from './report-state.ts';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { LOAD_FAILED, type Vaccinated, vaccinatedPage } from './reports-api.ts';

const TITLE = 'Tabla de vacunas por niños/as';
const COLUMNS: ReportColumn<Vaccinated>[] = [
  { heading: 'Nombres y Apellidos', cell: (child) => <strong>{childName(child)}</strong> },
  { heading: 'Número de vacunas', numeric: true, cell: ({ vacunas }) => showCount(vacunas) },
  { heading: 'Ver', numeric: true, cell: (child) => <ChildLink child={child} /> },
];

/** How many vaccines each child has. */
export function VaccinesCard({ state }: { state: ReportState }) {
  const list = state.list('vacunas');
  const page = { limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE };
  const result = useQuery(vaccinatedPage({ ...state.places, ...page }));
  return (
    <ReportCard title={TITLE} span={6} look="sheet" paper="half">
      <PagedList
        list={list}
        result={result}
        inside="sheet"
        pagesLabel={`Páginas: ${TITLE}`}
        texts={{
          loadFailed: LOAD_FAILED.vaccines,
          ...emptyTexts(
            state.places,
            'vacunas registradas',
            'Aparecen aquí con la primera vacuna de una niña o un niño.',
          ),
          searchHint: '',
        }}
        columns={COLUMNS.length}
      >
        {(rows) => <ReportTable label={TITLE} columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />}
      </PagedList>
    </ReportCard>
  );
}
