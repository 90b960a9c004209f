import { z } from 'zod';
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
