import { z } from 'zod';
import { userCreateSchema, userUpdateSchema } from '../accounts.ts';
import { namedAccountSchema } from '../author.ts';
import { ROLE_NAMES } from '../roles.ts';
import { defineCall } from './define-call.ts';
import { choiceFilter, userFilter } from './filter-kinds.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { listQuery } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';

const shared = { permission: 'users', tag: 'usuarios' } as const;

const roleSchema = z.object({ _id: z.string(), name: z.string() });
export type Role = z.output<typeof roleSchema>;

export const userSchema = z.object({
  _id: z.string(),
  version: z.number(),
  nombre: z.string(),
  apellido: z.string(),
  cedula: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
  fechaRegistro: z.string(),
});
export type User = z.output<typeof userSchema>;

export const responsibleSchema = namedAccountSchema;

/** `rol`: users with this role (ROLE_USUARIO: only this role); `sin`: without this user. */
const userQuery = listQuery({
  sortable: ['nombre', 'apellido', 'cedula', 'email', 'fechaRegistro'],
  filters: { rol: choiceFilter(ROLE_NAMES), sin: userFilter },
});
export type UserQuery = z.output<typeof userQuery>;

export const listUsers = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/users',
  query: userQuery,
  rows: userSchema,
});

export const getUser = defineCall({ ...shared, method: 'GET', path: '/api/users/:id', answer: userSchema });

export const createUser = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/users',
  body: userCreateSchema.extend({ _id: chosenIdSchema }),
  status: 201,
  answer: withMessage(userSchema),
});

export const saveUser = defineCall({
  ...shared,
  method: 'PUT',
  path: '/api/users/:id',
  endsSessions: true,
  body: userUpdateSchema.extend({ version: versionSchema }),
  answer: withMessage(userSchema),
});

export const removeUser = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/api/users/:id',
  endsSessions: true,
  answer: messageOnly,
});

export const endUserSessions = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/api/users/:id/sesiones',
  keeps: 'little',
  endsSessions: true,
  answer: messageOnly,
});

export const listRoles = defineCall({ ...shared, method: 'GET', path: '/api/roles', answer: z.array(roleSchema) });
