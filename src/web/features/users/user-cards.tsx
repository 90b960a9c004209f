import type { ReactNode } from 'react';
import { showInstantDay } from '#domain/calendar.ts';
import type { User } from '#domain/calls/users.ts';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { RoleCell } from './role-cell.tsx';
import { fullName } from './users-api.ts';

interface UserCardsProps {
  rows: User[];
  actionsOf: (user: User) => ReactNode;
}

/** The users on a phone. */
export function UserCards({ rows, actionsOf }: UserCardsProps) {
  return (
    <CardList>
      {rows.map((user) => (
        <ListedCard key={user._id} title={fullName(user)}>
          <p>{user.cedula}</p>
          <p>{user.email}</p>
          <Facts
            facts={[
              { label: 'Rol', value: <RoleCell user={user} /> },
              { label: 'Fecha registro', value: showInstantDay(user.fechaRegistro) },
            ]}
          />
          {actionsOf(user)}
        </ListedCard>
      ))}
    </CardList>
  );
}
