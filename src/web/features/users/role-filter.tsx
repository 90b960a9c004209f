import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type RoleName, roleLabel } from '#domain/roles.ts';
import { FilterChips } from '#web/ui/paged-list/filter-chips.tsx';
import { ROLE_POWERS } from './role-powers.ts';
import { WAITING, waitingCount } from './users-api.ts';

const ROLES: readonly RoleName[] = [WAITING, ...ROLE_POWERS.map(({ name }) => name)];

/** The role that the address narrows the list to. */
export function useRoleFilter(): RoleName | undefined {
  const { rol } = useSearch({ strict: false }) as { rol?: unknown };
  return ROLES.find((name) => name === rol);
}

/** Narrows the list: first of all to those who wait for the verification. */
export function RoleFilter() {
  const { data: waiting } = useQuery(waitingCount);
  const choices = [
    { value: undefined, label: 'Todos' },
    ...ROLES.map((value) =>
      value === WAITING
        ? { value, label: 'Por verificar', count: waiting, attention: Boolean(waiting) }
        : { value, label: roleLabel(value) },
    ),
  ];
  return <FilterChips label="Filtrar por rol" name="rol" choices={choices} />;
}
