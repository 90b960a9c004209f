import type { DataTableColumn } from 'mantine-datatable';
import { showInstantMinute } from '#domain/calendar.ts';
import type { DeletedPerson } from '#domain/calls/journal.ts';
import { doerOf } from '#web/records/history/history-entries.tsx';
import Grid from '#web/ui/table/grid.tsx';
import { DeletedActions, type DeletedDoings } from './deleted-actions.tsx';
import { kindOf, nameOf } from './deleted-words.ts';

/** Who was deleted, on a wide screen. */
export default function DeletedGrid({ rows, doings }: { rows: DeletedPerson[]; doings: DeletedDoings }) {
  const columns: DataTableColumn<DeletedPerson>[] = [
    { accessor: 'nombres', title: 'Nombres y Apellidos', render: (row) => <b>{nameOf(row)}</b> },
    { accessor: 'cedula', title: 'Cédula' },
    { accessor: 'tipo', title: 'Tipo', render: kindOf },
    {
      accessor: 'registros',
      title: 'Registros',
      textAlign: 'right',
      render: ({ registros }) => registros.toLocaleString('es-EC'),
    },
    { accessor: 'cuando', title: 'Eliminado', noWrap: true, render: ({ cuando }) => showInstantMinute(cuando) },
    { accessor: 'quien', title: 'Por', render: doerOf },
    {
      accessor: '_id',
      title: 'Acciones',
      textAlign: 'right',
      render: (row) => <DeletedActions person={row} doings={doings} />,
    },
  ];
  return <Grid rows={rows} columns={columns} label="Eliminados" />;
}
