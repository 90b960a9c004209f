import { useQuery } from '@tanstack/react-query';
import type { Counts, StaffCount } from '#domain/calls/reports.ts';
import { CountLink } from '#web/features/reports/frame/count-link.tsx';
import { toChildren, toWomen } from '#web/features/reports/frame/drill-down.tsx';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { emptyTexts } from '#web/features/reports/state/empty-texts.ts';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { staffPage } from '#web/features/reports/state/reports-api.ts';

const TITLE = 'Tabla de conteo de registros por persona';
const nameOf = ({ nombre, apellido }: StaffCount) => `${nombre} ${apellido}`;

const columnsOf = (places: PlaceFilters): ReportColumn<StaffCount>[] => [
  { heading: 'Responsable del Registro', cell: (person) => <strong>{nameOf(person)}</strong> },
  {
    heading: 'Total Niños',
    numeric: true,
    cell: (person) => (
      <CountLink
        count={person.ninos}
        of={`niños de ${nameOf(person)}`}
        drill={toChildren(places, { responsable: person._id })}
      />
    ),
  },
  {
    heading: 'Total Mujeres',
    numeric: true,
    cell: (person) => (
      <CountLink
        count={person.mujeres}
        of={`mujeres de ${nameOf(person)}`}
        drill={toWomen(places, { responsable: person._id })}
      />
    ),
  },
  { heading: 'Total Registros', numeric: true, cell: ({ total }) => <strong>{showCount(total)}</strong> },
];

const totalOf = (places: PlaceFilters, { ninos, mujeres, total }: Counts) => [
  'Total General',
  <CountLink key="ninos" count={ninos} of="todos los niños" drill={toChildren(places)} />,
  <CountLink key="mujeres" count={mujeres} of="todas las mujeres" drill={toWomen(places)} />,
  showCount(total),
];

/** The number of children and women recorded per account, the highest first. */
export function StaffCard({ state }: { state: ReportState }) {
  const { places } = state;
  const list = state.list('conteo');
  const result = useQuery(staffPage({ ...places, ...list.request }));
  return (
    <ListCard
      title={TITLE}
      span={12}
      phone="table"
      list={list}
      result={result}
      texts={emptyTexts(places, 'niños ni mujeres registrados', 'Aparecen aquí con el primer registro.')}
      columns={columnsOf(places)}
      keyOf={({ _id }) => _id}
      {...(result.data && { total: totalOf(places, result.data.general) })}
    />
  );
}
