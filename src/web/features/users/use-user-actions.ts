import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { User } from '#domain/calls/users.ts';
import { roleLabel } from '#domain/roles.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import type { ROLE_POWERS } from './role-powers.ts';
import { fullName, giveRoles, refreshUsers, removeUser, rolesQuery } from './users-api.ts';

export type GivenRole = (typeof ROLE_POWERS)[number];

/** What can be done with a user of the list. */
export function useUserActions() {
  const client = useQueryClient();
  const busy = useRef(false);

  const remove = useDeletion<User>({
    confirm: (user) => ({
      title: 'Confirmar Eliminación',
      message: `¿Estás seguro de que quieres eliminar a ${fullName(user)}?`,
      confirmLabel: 'Sí, eliminar',
    }),
    remove: removeUser,
    done: (message) => ({ title: 'Eliminado', message }),
    failed: (error) => ({
      title: 'Error al eliminar usuario. Por favor, inténtalo de nuevo.',
      message: errorDetail(error),
    }),
    onChanged: refreshUsers,
  });

  const promote = async (user: User, { name, power }: GivenRole): Promise<boolean> => {
    if (busy.current) return false;
    const label = roleLabel(name);
    const confirmed = await confirmDialog({
      title: `¿Dar el rol ${label}?`,
      detail: fullName(user),
      message: `tendrá acceso a la libreta: ${power}.`,
      confirmLabel: 'Dar rol',
      tone: 'question',
    });
    if (!confirmed) return false;
    busy.current = true;
    try {
      const roles = await client.ensureQueryData(rolesQuery);
      const { message } = await giveRoles(
        user,
        roles.flatMap((role) => (role.name === name ? role._id : [])),
      );
      notify.success({ title: 'Usuario Actualizado', message });
      return true;
    } catch (error) {
      notify.error({ title: `No se pudo dar el rol ${label}.`, message: errorDetail(error) });
      return false;
    } finally {
      busy.current = false;
      await refreshUsers();
    }
  };
  return { remove, promote };
}

export type UserActions = ReturnType<typeof useUserActions>;
