import { Box } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { LOCALE } from '#domain/calendar.ts';
import type { ListedDevice } from '#domain/calls/devices.ts';
import type { User } from '#domain/calls/users.ts';
import { roleLabel } from '#domain/roles.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { devicesOf, pendingText } from '#web/records/devices/devices-api.ts';
import { bookletCount } from '#web/records/handover/account-field.tsx';
import { custodianById } from '#web/records/handover/handover-api.ts';
import { confirmDialog, openConfirm } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import type { ROLE_POWERS } from './role-powers.ts';
import { deleteUser, fullName, giveRoles, refreshUsers, rolesQuery } from './users-api.ts';

/** The number of booklets in the account's custody; 0 if it cannot be loaded, so that deletion stays possible. */
const bookletsWith = (client: QueryClient, { _id }: User): Promise<number> =>
  client.fetchQuery({ ...custodianById(_id), staleTime: 0, retry: false }).then(
    ({ rows }) => rows[0]?.libretas ?? 0,
    () => 0,
  );

/** The account's devices with pending records, which could no longer be sent; none if they cannot be loaded. */
const waitingWith = (client: QueryClient, { _id }: User): Promise<ListedDevice[]> =>
  client.fetchQuery({ ...devicesOf(_id), staleTime: 0, retry: false }).then(
    (devices) => devices.filter(({ cortado, pendientes }) => !cortado && pendientes > 0),
    () => [],
  );

const LIST = new Intl.ListFormat(LOCALE);

interface DeletionWarningProps {
  question: string;
  user: User;
  libretas: number;
  waiting: readonly ListedDevice[];
}

/** The question before a deletion, with what would be left behind. */
function DeletionWarning({ question, user, libretas, waiting }: DeletionWarningProps) {
  const where = waiting.map(({ nombre, pendientes }) => `${pendingText(pendientes)} en ${nombre}`);
  return (
    <>
      {question}
      {where.length > 0 && ` Tiene ${LIST.format(where)}: si eliminas la cuenta, ya no se podrán enviar.`}
      {libretas > 0 && (
        <>
          {' '}
          Tiene {bookletCount(libretas)} a su cargo: si eliminas la cuenta, nadie las tendrá en su seguimiento.
          <Box mt="sm">
            <ButtonLink
              to="/traspasos"
              search={{ de: user._id }}
              variant="outline"
              onClick={() => openConfirm.get()?.settle(false)}
            >
              Traspasar sus libretas
            </ButtonLink>
          </Box>
        </>
      )}
    </>
  );
}

export type GivenRole = (typeof ROLE_POWERS)[number];

/** The actions for a user of the list. */
export function useUserActions() {
  const client = useQueryClient();
  const busy = useRef(false);

  const remove = useDeletion<User>({
    confirm: async (user) => {
      const question = `¿Estás seguro de que quieres eliminar a ${fullName(user)}?`;
      const [libretas, waiting] = await Promise.all([bookletsWith(client, user), waitingWith(client, user)]);
      const left = { question, user, libretas, waiting };
      return {
        title: 'Confirmar Eliminación',
        message: <DeletionWarning {...left} />,
        confirmLabel: 'Sí, eliminar',
      };
    },
    remove: deleteUser,
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

export type UserActionHandlers = ReturnType<typeof useUserActions>;
