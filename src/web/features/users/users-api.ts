import { queryOptions } from '@tanstack/react-query';
import type { RoleName } from '#domain/roles.ts';
import { api } from '#web/lib/api-client.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { ListRequest } from '#web/lib/record-api.ts';
import type { Identity } from '#web/ui/account-fields.tsx';

export interface Role {
  _id: string;
  name: string;
}

export interface User extends Identity {
  _id: string;
  version: number;
  roles: Role[];
  fechaRegistro: string;
}

type Saved = User & { message: string };

/** A role that everybody waiting for the verification has, and nothing besides. */
export const WAITING = 'ROLE_USUARIO' satisfies RoleName;

const KEY = 'users';
export const WHAT = 'usuarios';
const meta = { what: WHAT };
const url = (id: string) => `/api/users/${encodeURIComponent(id)}`;

export interface UserRequest extends ListRequest {
  rol?: string | undefined;
  /** Whom to leave out: the signed-in user. */
  sin?: string | undefined;
}

export function userPage(request: UserRequest) {
  return queryOptions({
    queryKey: [KEY, 'page', request],
    meta,
    queryFn: ({ signal }) => api.page<User>('/api/users', { query: { ...request }, signal }),
  });
}

/** How many wait for the verification. */
export const waitingCount = queryOptions({
  queryKey: [KEY, 'waiting'],
  meta,
  queryFn: async ({ signal }) =>
    (await api.page<User>('/api/users', { query: { rol: WAITING, limit: 1 }, signal })).total,
});

/** Asked for anew by every form, which starts from it. */
export function userById(id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id],
    meta,
    queryFn: ({ signal }) => api.get<User>(url(id), { signal }),
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  meta: { what: 'roles' },
  queryFn: ({ signal }) => api.get<Role[]>('/api/roles', { signal }),
  staleTime: 5 * 60_000,
});

/** A user as the form sends it: `roles` are comma-joined ids; an empty password stays as it is. */
export type UserBody = Record<string, unknown>;

export const createUser = (_id: string, body: UserBody) => api.post<Saved>('/api/users', { ...body, _id });

export const replaceUser = ({ _id, version }: User, body: UserBody) => api.put<Saved>(url(_id), { ...body, version });

/** The same user with other roles. */
export function giveRoles(user: User, roleIds: readonly string[]) {
  const { nombre, apellido, cedula, email } = user;
  return replaceUser(user, { nombre, apellido, cedula, email, password: '', roles: roleIds.join(',') });
}

export const removeUser = ({ _id }: User) => api.delete<{ message: string }>(url(_id));

/** After a write: every list of users is asked for again. */
export const refreshUsers = () => queryClient.invalidateQueries({ queryKey: [KEY] });

export const fullName = ({ nombre, apellido }: Pick<User, 'nombre' | 'apellido'>) => `${nombre} ${apellido}`;

export const isWaiting = ({ roles }: User) => roles.every(({ name }) => name === WAITING);
