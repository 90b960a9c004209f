import { Button } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import type { User } from '#domain/calls/users.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { GiveRoleMenu } from './give-role-menu.tsx';
import type { UserActionHandlers as Actions } from './use-user-actions.tsx';
import classes from './users.module.css';
import { fullName, isWaiting } from './users-api.ts';

interface UserActionsProps {
  user: User;
  actions: Actions;
  /** Called after an action that removes the pressed button. */
  onGone: () => void;
}

export function UserActions({ user, actions, onGone }: UserActionsProps) {
  const then = async (work: Promise<boolean>) => {
    if (await work) onGone();
  };
  return (
    <div className={classes.actions}>
      {isWaiting(user) && <GiveRoleMenu user={user} onGive={(role) => void then(actions.promote(user, role))} />}
      <ButtonLink
        to="/admin/edit/$userId"
        params={{ userId: user._id }}
        variant="subtle"
        size="sm"
        leftSection={<IconEdit size={16} aria-hidden />}
        aria-label={`Editar a ${fullName(user)}`}
      >
        Editar
      </ButtonLink>
      <Button
        variant="subtle"
        size="sm"
        color="var(--danger)"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={`Eliminar a ${fullName(user)}`}
        onClick={() => void then(actions.remove(user))}
      >
        Eliminar
      </Button>
    </div>
  );
}
