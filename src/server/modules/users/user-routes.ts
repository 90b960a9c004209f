import type { FastifyInstance } from 'fastify';
import {
  createUser,
  endUserSessions,
  getUser,
  listRoles,
  listUsers,
  removeUser,
  saveUser,
} from '#domain/calls/users.ts';
import { AppError } from '#domain/errors.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import type { PasswordPolicy } from '#server/accounts/password-policy.ts';
import { hashPassword, inTurn } from '#server/accounts/password-work.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, readListing } from '#server/lists/listing.ts';
import type { NewAccount, UserRepository } from './user-repository.ts';
import { userToWire } from './user-wire.ts';

interface UserParts {
  users: UserRepository;
  limits: AccountLimits;
  passwords: PasswordPolicy;
}

export function registerUserRoutes(app: FastifyInstance, { users, limits, passwords }: UserParts): void {
  serve(app, listUsers, ({ query }) => readListing(query, mapListing(users.list(query), userToWire)));

  serve(app, getUser, async ({ params }) => userToWire(await users.get(params.id)));

  serve(app, passwords.guarded(createUser), async ({ body, actor, request }) => {
    const { _id, roles: roleIds, password, ...user } = body;
    const id = _id ?? crypto.randomUUID();
    const account: NewAccount = { id, creator: actor, user, roleIds, passwordFrom: 'administrador' };
    const created = await inTurn(async ({ hash, verify }) => {
      if (!(await users.isTaken(account.id))) {
        const created = await users.create(account, await hash(password));
        if (created) return created;
      }
      // A retry must have the same password; retries are limited, because they could be used to guess it.
      await limits.repeatedCreation(account.id, request.ip);
      const { now, passwordHash } = await users.earlier(account);
      if (!(await verify(passwordHash, password))) throw new AppError('idTaken');
      return now;
    }, hasLeft(request));
    return { ...userToWire(created), message: 'El usuario ha sido agregado correctamente.' };
  });

  serve(
    app,
    passwords.guarded(saveUser),
    async ({ params, body, actor }) => {
      const { roles, password, version, ...user } = body;
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const change = { user, roleIds: roles, passwordHash, version: version ?? undefined };
      const { stored, replaced } = await users.replace(actor, params.id, change);
      if (!replaced) throw new AppError('outdated', { row: userToWire(stored) });
      return { ...userToWire(stored), message: 'El usuario ha sido actualizado correctamente.' };
    },
    {
      before: async ({ params }) => {
        await users.get(params.id);
      },
    },
  );

  serve(app, removeUser, async ({ params, actor }) => {
    await users.deactivate(actor, params.id);
    return { message: 'El usuario ha sido eliminado correctamente.' };
  });

  serve(app, endUserSessions, async ({ params, actor }) => {
    await users.endSessions(actor, params.id);
    return { message: 'Sus sesiones se cerraron.' };
  });

  serve(app, listRoles, () => users.roles());
}
