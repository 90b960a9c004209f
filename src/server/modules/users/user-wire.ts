import { z } from 'zod';
import { ROLE_NAMES, type RoleName } from '#domain/roles.ts';
import { UUID } from '../ids.ts';
import { type ListQuery, listQuerySchema } from '../list-query.ts';
import type { StoredUser } from './user-repository.ts';

export const roleSchema = z.object({ _id: z.string(), name: z.string() });

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

export const userToWire = (user: StoredUser): z.input<typeof userSchema> => ({
  ...user,
  fechaRegistro: user.fechaRegistro.toISOString(),
});

const UNKNOWN_ROLE = `rol debe ser uno de: ${ROLE_NAMES.join(', ')}`;
const NOT_AN_ID = 'sin debe ser el _id de un usuario';

/** The query of the user list: `rol` narrows it to those who have it (ROLE_USUARIO: nothing but it), `sin` leaves one out. */
export const userQuerySchema = listQuerySchema(['nombre', 'apellido', 'cedula', 'email', 'fechaRegistro']).extend({
  rol: z.union([z.literal(''), z.enum(ROLE_NAMES)], { error: UNKNOWN_ROLE }).optional(),
  sin: z.union([z.literal(''), z.string().regex(UUID, NOT_AN_ID)], { error: NOT_AN_ID }).optional(),
});

export type UserQuery = ListQuery & { rol?: RoleName | '' | undefined; sin?: string | undefined };
