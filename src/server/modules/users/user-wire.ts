import type { User } from '#domain/calls/users.ts';
import type { StoredUser } from './stored-user.ts';

export const userToWire = ({
  _id,
  version,
  nombre,
  apellido,
  cedula,
  email,
  roles,
  fechaRegistro,
}: StoredUser): User => ({
  _id,
  version,
  nombre,
  apellido,
  cedula,
  email,
  roles,
  fechaRegistro: fechaRegistro.toISOString(),
});
