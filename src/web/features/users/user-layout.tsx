import type { ReactNode } from 'react';
import { showInstantDay } from '#domain/calendar.ts';
import type { User } from '#domain/calls/users.ts';
import { ACCOUNT_LABELS } from '#web/ui/fields/account-fields.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { RoleCell } from './role-cell.tsx';
import { fullName } from './users-api.ts';

export const userLayout = (actionsOf: (user: User) => ReactNode): ListLayout<User> => ({
  label: 'Usuarios',
  columns: [
    { name: 'nombre', label: ACCOUNT_LABELS.nombre, show: ({ nombre }) => <b>{nombre}</b> },
    { name: 'apellido', label: ACCOUNT_LABELS.apellido, show: ({ apellido }) => <b>{apellido}</b> },
    { name: 'cedula', label: ACCOUNT_LABELS.cedula, show: ({ cedula }) => cedula },
    { name: 'email', label: ACCOUNT_LABELS.email, show: ({ email }) => email },
    { name: 'roles', label: 'Rol', show: (user) => <RoleCell user={user} /> },
    { name: 'fechaRegistro', label: 'Fecha registro', show: ({ fechaRegistro }) => showInstantDay(fechaRegistro) },
    { name: '_id', label: 'Acciones', textAlign: 'right', show: actionsOf },
  ],
  card: { title: fullName, lines: ['cedula', 'email'], facts: ['roles', 'fechaRegistro'], below: ['_id'] },
});
