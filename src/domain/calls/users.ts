import { z } from 'zod';
import { userCreateSchema, userUpdateSchema } from '../accounts.ts';
import { ROLE_NAMES } from '../roles.ts';
import { defineCall } from './define-call.ts';
import { chosenIdSchema, UUID, versionSchema } from './ids.ts';
import { listQuerySchema } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';

const beside = { permission: 'users', tag: 'usuarios' } as const;

const roleSchema = z.object({ _id: z.string(), name: z.string() });
export type Role = z.output<typeof roleSchema>;

/** What the API answers for a user: never a password. */
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

const UNKNOWN_ROLE = `rol debe ser uno de: ${ROLE_NAMES.join(', ')}`;
const NOT_AN_ID = 'sin debe ser el _id de un usuario';

/** The query of the user list: `rol` narrows it to those who have it (ROLE_USUARIO: nothing but it), `sin` leaves one out. */
export const userQuerySchema = listQuerySchema(['nombre', 'apellido', 'cedula', 'email', 'fechaRegistro']).extend({
  rol: z.union([z.literal(''), z.enum(ROLE_NAMES)], { error: UNKNOWN_ROLE }).optional(),
  sin: z.union([z.literal(''), z.string().regex(UUID, NOT_AN_ID)], { error: NOT_AN_ID }).optional(),
});
export type UserQuery = z.output<typeof userQuerySchema>;

export const listUsers = defineCall({
  ...beside,
  method: 'GET',
  path: '/api/users',
  query: userQuerySchema,
  rows: userSchema,
});

export const getUser = defineCall({ ...beside, method: 'GET', path: '/api/users/:id', answer: userSchema });

export const createUser = defineCall({
  ...beside,
  method: 'POST',
  path: '/api/users',
  body: userCreateSchema.extend({ _id: chosenIdSchema }),
  status: 201,
  answer: withMessage(userSchema),
});

export const saveUser = defineCall({
  ...beside,
  method: 'PUT',
  path: '/api/users/:id',
  body: userUpdateSchema.extend({ version: versionSchema }),
  answer: withMessage(userSchema),
});

export const removeUser = defineCall({ ...beside, method: 'DELETE', path: '/api/users/:id', answer: messageOnly });

export const listRoles = defineCall({ ...beside, method: 'GET', path: '/api/roles', answer: z.array(roleSchema) });
