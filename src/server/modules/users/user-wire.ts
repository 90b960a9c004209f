import type { User } from '#domain/calls/users.ts';
import type { StoredUser } from './user-repository.ts';

export const userToWire = (user: StoredUser): User => ({ ...user, fechaRegistro: user.fechaRegistro.toISOString() });
