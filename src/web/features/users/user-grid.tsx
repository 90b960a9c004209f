import type { DataTableColumn } from 'mantine-datatable';
import type { ReactNode } from 'react';
import { showInstantDay } from '#domain/calendar.ts';
import type { User } from '#domain/calls/users.ts';
import { ACCOUNT_LABELS } from '#web/ui/fields/account-fields.tsx';
import Grid from '#web/ui/table/grid.tsx';
import { RoleCell } from './role-cell.tsx';

interface UserGridProps {
  rows: User[];
  actionsOf: (user: User) => ReactNode;
}

/** The users on a wide screen. */
export default function UserGrid({ rows, actionsOf }: UserGridProps) {
  const columns: DataTableColumn<User>[] = [
    { accessor: 'nombre', title: ACCOUNT_LABELS.nombre, render: ({ nombre }) => <b>{nombre}</b> },
    { accessor: 'apellido', title: ACCOUNT_LABELS.apellido, render: ({ apellido }) => <b>{apellido}</b> },
    { accessor: 'cedula', title: ACCOUNT_LABELS.cedula },
    { accessor: 'email', title: ACCOUNT_LABELS.email },
    { accessor: 'roles', title: 'Rol', render: (user) => <RoleCell user={user} /> },
    {
      accessor: 'fechaRegistro',
      title: 'Fecha registro',
      render: ({ fechaRegistro }) => showInstantDay(fechaRegistro),
    },
    { accessor: '_id', title: 'Acciones', textAlign: 'right', render: actionsOf },
  ];
  return <Grid rows={rows} columns={columns} label="Usuarios" />;
}
