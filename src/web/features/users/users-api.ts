import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#domain/calls/define-call.ts';
import {
  createUser as creating,
  getUser,
  listRoles,
  listUsers,
  removeUser as removing,
  saveUser,
  type User,
} from '#domain/calls/users.ts';
import type { RoleName } from '#domain/roles.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

/** The only role of an account that waits for verification. */
export const WAITING = 'ROLE_USUARIO' satisfies RoleName;

const KEY = 'users';
export const USERS_LABEL = 'usuarios';
const users = { family: [KEY], what: USERS_LABEL };

export type UserRequest = NonNullable<CallInput<typeof listUsers>['query']>;

export const userPage = (query: UserRequest) => callQuery(listUsers, { query }, users);

/** The number of accounts that wait for verification. */
export const waitingCount = queryOptions({
  ...callQuery(listUsers, { query: { rol: WAITING, limit: 1 } }, users),
  select: ({ total }) => total,
});

/** Never cached, because a form starts from it. */
export const userById = (id: string) =>
  queryOptions({ ...callQuery(getUser, { params: { id } }, users), gcTime: 0, refetchOnReconnect: false });

export const rolesQuery = queryOptions({
  ...callQuery(listRoles, {}, { family: ['roles'], what: 'roles' }),
  staleTime: 5 * 60_000,
});

/** The body of a request: `roles` are comma-joined ids; an empty password keeps the current one. */
export type UserBody = Omit<CallInput<typeof creating>['body'], '_id'>;

export const postUser = (_id: string, body: UserBody) => call(creating, { body: { ...body, _id } });

export const replaceUser = ({ _id, version }: User, body: UserBody) =>
  call(saveUser, { params: { id: _id }, body: { ...body, version } });

export function giveRoles(user: User, roleIds: readonly string[]) {
  const { nombre, apellido, cedula, email } = user;
  return replaceUser(user, { nombre, apellido, cedula, email, password: '', roles: roleIds.join(',') });
}

export const deleteUser = ({ _id }: User) => call(removing, { params: { id: _id } });

export const refreshUsers = () => queryClient.invalidateQueries({ queryKey: [KEY] });

export const fullName = ({ nombre, apellido }: Pick<User, 'nombre' | 'apellido'>) => `${nombre} ${apellido}`;

export const isWaiting = ({ roles }: User) => roles.every(({ name }) => name === WAITING);
