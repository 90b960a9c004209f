import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { roleLabel } from '#domain/roles.ts';
import { ROLE_POWERS } from './role-powers.ts';
import classes from './users.module.css';
import { WAITING, waitingCount } from './users-api.ts';

const ROLES: readonly string[] = [WAITING, ...ROLE_POWERS.map(({ name }) => name)];

/** The role that the address narrows the list to. */
export function useRoleFilter(): string | undefined {
  const { rol } = useSearch({ strict: false }) as { rol?: unknown };
  return ROLES.find((name) => name === rol);
}

/** Narrows the list: first of all to those who wait for the verification. */
export function RoleFilter() {
  const current = useRoleFilter();
  const { data: waiting } = useQuery(waitingCount);
  const counted = waiting === undefined ? '' : ` (${waiting.toLocaleString('es-EC')})`;
  const choices = [
    { rol: undefined, label: 'Todos' },
    ...ROLES.map((rol) => ({ rol, label: rol === WAITING ? `Por verificar${counted}` : roleLabel(rol) })),
  ];
  return (
    <nav aria-label="Filtrar por rol" className={classes.filter}>
      {choices.map(({ rol, label }) => (
        <Link
          key={label}
          to="."
          search={((before: object) => ({ ...before, rol, pagina: undefined })) as never}
          resetScroll={false}
          activeOptions={{ exact: true }}
          className={classes.chip}
          aria-current={rol === current ? 'true' : undefined}
          data-waiting={(rol === WAITING && Boolean(waiting)) || undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
