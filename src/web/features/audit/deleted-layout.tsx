import { showInstantMinute } from '#domain/calendar.ts';
import type { DeletedPerson } from '#domain/calls/journal.ts';
import { actorName } from '#web/records/history/history-entries.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { DeletedActions, type DeletedPersonActions } from './deleted-actions.tsx';
import { deletedPersonName, kindOf } from './deleted-words.ts';

export const deletedLayout = (doings: DeletedPersonActions): ListLayout<DeletedPerson> => ({
  label: 'Eliminados',
  columns: [
    { name: 'nombres', label: 'Nombres y Apellidos', show: (row) => <b>{deletedPersonName(row)}</b> },
    {
      name: 'cedula',
      label: 'Cédula',
      show: ({ cedula }) => cedula,
      onPhone: (row) => [kindOf(row), row.cedula].join(' · '),
    },
    { name: 'tipo', label: 'Tipo', show: kindOf },
    {
      name: 'registros',
      label: 'Registros',
      textAlign: 'right',
      show: ({ registros }) => registros.toLocaleString('es-EC'),
    },
    { name: 'cuando', label: 'Eliminado', noWrap: true, show: ({ cuando }) => showInstantMinute(cuando) },
    { name: 'quien', label: 'Por', show: actorName },
    {
      name: '_id',
      label: 'Acciones',
      textAlign: 'right',
      show: (row) => <DeletedActions person={row} doings={doings} />,
    },
  ],
  card: { title: deletedPersonName, lines: ['cedula'], facts: ['cuando', 'quien', 'registros'], below: ['_id'] },
});
