import { useNavigate } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { showDay } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import Grid from '#web/ui/table/grid.tsx';
import { ageOf, nameOf, placeOf, Reasons, responsibleOf } from './visit-facts.tsx';

const COLUMNS: DataTableColumn<VisitRow>[] = [
  {
    accessor: 'nombres',
    title: 'Nombres y Apellidos',
    render: (row) => (
      <>
        <TextLink
          to="/ninos/$ninoId"
          params={{ ninoId: row._id }}
          underline="hover"
          inherit
          display="inline-block"
          py="2xs"
          c="inherit"
          fw="var(--mantine-font-weight-bold)"
          onClick={(event) => event.stopPropagation()}
        >
          {nameOf(row)}
        </TextLink>
        <div>{ageOf(row)}</div>
      </>
    ),
  },
  { accessor: 'motivos', title: 'Motivo de la visita', width: '38%', render: (row) => <Reasons row={row} /> },
  { accessor: 'estado', title: 'Estado', render: (row) => <StatusBadge status={row.estado} /> },
  {
    accessor: 'visto',
    title: 'Último control',
    render: ({ visto }) => (visto ? showDay(visto) : NOT_AVAILABLE),
  },
  { accessor: 'canton', title: 'Cantón', render: (row) => placeOf(row) || NOT_AVAILABLE },
  { accessor: 'celular', title: 'Celular', render: ({ celular }) => celular || NOT_AVAILABLE },
  { accessor: 'responsable', title: 'Responsable', render: responsibleOf },
];

/** The list of a wide screen; the whole row leads to the child. */
export default function VisitGrid({ rows }: { rows: VisitRow[] }) {
  const navigate = useNavigate();
  return (
    <Grid
      rows={rows}
      columns={COLUMNS}
      label="Seguimiento"
      onRowClick={({ _id }) => {
        if (!window.getSelection()?.toString()) void navigate({ to: '/ninos/$ninoId', params: { ninoId: _id } });
      }}
    />
  );
}
