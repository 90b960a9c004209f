import { IconShieldSearch, IconTrashOff, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import type { User } from '#domain/calls/users.ts';
import { roleLabel } from '#domain/roles.ts';
import { useAddress } from '#web/lib/address.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { useSession } from '#web/lib/session.ts';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import { RoleFilter } from './role-filter.tsx';
import { SecondFactorRoles } from './second-factor-roles.tsx';
import { SystemsLink } from './systems-link.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { UserActions } from './user-actions.tsx';
import { userLayout } from './user-layout.tsx';
import type { UserSearch } from './user-search.ts';
import { USERS_LABEL, userPage, WAITING } from './users-api.ts';

const route = getRouteApi('/admin');

const count = (total: string) => (total === '1' ? '1 usuario registrado' : `${total} usuarios registrados`);

function emptyTexts(rol: UserSearch['rol']) {
  if (rol === WAITING)
    return { empty: 'No hay nadie por verificar', emptyHint: 'Todas las personas ya tienen su rol.' };
  const hint = 'Usa el botón «Agregar Usuario» para crear una cuenta.';
  if (rol) return { empty: `No hay más usuarios con el rol ${roleLabel(rol)}`, emptyHint: hint };
  return { empty: 'Todavía no hay más usuarios', emptyHint: hint };
}

/** /admin: all users except the current one, newest first. */
export function UsersScreen() {
  const address = useAddress(route);
  const { rol } = address.search;
  const list = useListState(address);
  const request = { ...list.request, rol: rol || undefined, sin: useSession()?._id };
  const result = useQuery({ ...userPage(request), placeholderData: keepPreviousData });
  const actions = useUserActions();
  const heading = useRef<HTMLSpanElement>(null);
  const actionsOf = (user: User) => (
    <UserActions user={user} actions={actions} onGone={() => heading.current?.focus()} />
  );

  return (
    <ListScreen
      title="Usuarios"
      heading={heading}
      count={count}
      narrowed={rol !== ''}
      actions={
        <>
          <ButtonLink to="/admin/auditoria" variant="outline" leftSection={<IconShieldSearch size={20} aria-hidden />}>
            Auditoría
          </ButtonLink>
          <ButtonLink to="/admin/eliminados" variant="outline" leftSection={<IconTrashOff size={20} aria-hidden />}>
            Eliminados
          </ButtonLink>
          <SystemsLink />
          <ButtonLink to="/admin/add" color="achiote" leftSection={<IconUserPlus size={20} aria-hidden />}>
            Agregar Usuario
          </ButtonLink>
        </>
      }
      above={
        <Toolbar>
          <SearchBox list={list} label="Buscar por nombre, cédula o correo" />
          <RoleFilter chosen={rol} />
        </Toolbar>
      }
      list={list}
      result={result}
      texts={{
        loadFailed: loadFailed(USERS_LABEL),
        ...emptyTexts(rol),
        searchHint: 'Revisa el nombre, la cédula o el correo, o busca solo una parte.',
      }}
      layout={userLayout(actionsOf)}
      after={<SecondFactorRoles />}
    />
  );
}
