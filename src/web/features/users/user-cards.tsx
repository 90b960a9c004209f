import type { ReactNode } from 'react';
import { showInstantDay } from '#domain/calendar.ts';
import type { User } from '#domain/calls/users.ts';
import frame from '#web/records/lists/paged-list.module.css';
import { RoleCell } from './role-cell.tsx';
import { fullName } from './users-api.ts';

interface UserCardsProps {
  rows: User[];
  actionsOf: (user: User) => ReactNode;
}

/** The users on a phone. */
export function UserCards({ rows, actionsOf }: UserCardsProps) {
  return (
    <ul className={frame.cards}>
      {rows.map((user) => (
        <li key={user._id} className={frame.card}>
          <h2>{fullName(user)}</h2>
          <p>{user.cedula}</p>
          <p>{user.email}</p>
          <dl>
            <div>
              <dt>Rol</dt>
              <dd>
                <RoleCell user={user} />
              </dd>
            </div>
            <div>
              <dt>Fecha registro</dt>
              <dd>{showInstantDay(user.fechaRegistro)}</dd>
            </div>
          </dl>
          {actionsOf(user)}
        </li>
      ))}
    </ul>
  );
}
