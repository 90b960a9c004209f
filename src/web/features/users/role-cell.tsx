import { IconClockHour4 } from '@tabler/icons-react';
import type { User } from '#domain/calls/users.ts';
import { roleLabel } from '#domain/roles.ts';
import classes from './users.module.css';
import { isWaiting } from './users-api.ts';

/** The roles by their friendly names; who still waits for one is marked. */
export function RoleCell({ user }: { user: User }) {
  const names = user.roles.map(({ name }) => name);
  return (
    <span className={classes.roles} data-roles={names.join(' ')}>
      {names.map(roleLabel).join(', ')}
      {isWaiting(user) && (
        <span className={classes.waiting}>
          <IconClockHour4 size={16} aria-hidden />
          Por verificar
        </span>
      )}
    </span>
  );
}
