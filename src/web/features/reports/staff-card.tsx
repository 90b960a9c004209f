import { useQuery } from '@tanstack/react-query';
import type { Counts, StaffCount } from '#domain/calls/reports.ts';
import { type DrillDown, DrillLink, toChildren, toWomen } from './drill-down.tsx';
import { emptyTexts } from './empty-texts.ts';
import { showCount } from './figure-table.ts';
import { ListCard } from './list-card.tsx';
import type { Places } from './report-search.ts';
import type { ReportState } from './report-state.ts';
import type { ReportColumn } from './report-table.tsx';
import { staffPage } from './reports-api.ts';

const TITLE = 'Tabla de conteo de registros por persona';
const nameOf = ({ nombre, apellido }: StaffCount) => `${nombre} ${apellido}`;

function Count({ count, of, drill }: { count: number; of: string; drill: DrillDown }) {
  if (count === 0) return showCount(0);
  return (
    <DrillLink drill={drill} label={`${showCount(count)}: ver ${of}`}>
      {showCount(count)}
    </DrillLink>
  );
}

const columnsOf = (places: Places): ReportColumn<StaffCount>[] => [
  { heading: 'Responsable del Registro', cell: (person) => <strong>{nameOf(person)}</strong> },
  {
    heading: 'Total Niños',
    numeric: true,
    cell: (person) => (
      <Count
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
      <Count
        count={person.mujeres}
        of={`mujeres de ${nameOf(person)}`}
        drill={toWomen(places, { responsable: person._id })}
      />
    ),
  },
  { heading: 'Total Registros', numeric: true, cell: ({ total }) => <strong>{showCount(total)}</strong> },
];

const totalOf = (places: Places, { ninos, mujeres, total }: Counts) => [
  'Total General',
  <Count key="ninos" count={ninos} of="todos los niños" drill={toChildren(places)} />,
  <Count key="mujeres" count={mujeres} of="todas las mujeres" drill={toWomen(places)} />,
  showCount(total),
];

/** Who recorded how many children and women, those with most first. */
export function StaffCard({ state }: { state: ReportState }) {
  const { places } = state;
  const list = state.list('conteo');
  const result = useQuery(staffPage({ ...places, ...list.request }));
  return (
    <ListCard
      title={TITLE}
      span={6}
      paper="half"
      phone="table"
      list={list}
      result={result}
      texts={{
        ...emptyTexts(places, 'niños ni mujeres registrados', 'Aparecen aquí con el primer registro.'),
      }}
      columns={columnsOf(places)}
      keyOf={({ _id }) => _id}
      {...(result.data && { total: totalOf(places, result.data.general) })}
    />
  );
}
