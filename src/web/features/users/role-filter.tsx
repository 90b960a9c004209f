import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { roleLabel } from '#domain/roles.ts';
import { FilterChips, type FilterChoice } from '#web/records/lists/filter-chips.tsx';
import { ROLE_POWERS } from './role-powers.ts';
import type { UserSearch } from './user-search.ts';
import { WAITING, waitingCount } from './users-api.ts';

const ROLES = ROLE_POWERS.map(({ name }) => name);
const { Link } = getRouteApi('/admin');

/** Filters by role, with accounts that wait for verification first. */
export function RoleFilter({ chosen }: { chosen: UserSearch['rol'] }) {
  const { data: waiting } = useQuery(waitingCount);
  const choices: FilterChoice<UserSearch['rol']>[] = [
    { value: '', label: 'Todos' },
    { value: WAITING, label: 'Por verificar', count: waiting, attention: Boolean(waiting) },
    ...ROLES.map((value) => ({ value, label: roleLabel(value) })),
  ];
  return (
    <FilterChips
      label="Filtrar por rol"
      choices={choices}
      chosen={chosen}
      link={(rol, chip) => <Link to="." search={(before) => ({ ...before, rol, pagina: 1 })} {...chip} />}
    />
  );
}
