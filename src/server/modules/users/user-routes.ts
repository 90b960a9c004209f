import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { userCreateSchema, userUpdateSchema } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Actor } from '../actor.ts';
import type { AccountLimits } from '../auth/account-limits.ts';
import { hashPassword, inTurn } from '../auth/password-work.ts';
import { hasLeft } from '../has-left.ts';
import { chosenIdSchema, knownId, versionSchema } from '../ids.ts';
import { messageOnly, withMessage } from '../messages.ts';
import type { UserRepository } from './user-repository.ts';
import { roleSchema, type UserQuery, userQuerySchema, userSchema, userToWire } from './user-wire.ts';

const config = { permission: 'users' } as const;
const tags = ['usuarios'];
const params = z.object({ id: z.string() });
const idOf = (request: { params: unknown }) => knownId((request.params as { id: string }).id);

/** User management, for administrators. */
export function registerUserRoutes(app: FastifyInstance, users: UserRepository, limits: AccountLimits): void {
  app.get(
    '/api/users',
    { config, schema: { tags, querystring: userQuerySchema, response: { 200: z.array(userSchema) } } },
    async (request, reply) => {
      const { users: found, total } = await users.list(request.query as UserQuery);
      reply.header('X-Total-Count', total);
      return found.map(userToWire);
    },
  );

  app.get('/api/users/:id', { config, schema: { tags, params, response: { 200: userSchema } } }, async (request) =>
    userToWire(await users.get(idOf(request))),
  );

  const body = userCreateSchema.extend({ _id: chosenIdSchema });
  app.post(
    '/api/users',
    { config, schema: { tags, body, response: { 201: withMessage(userSchema) } } },
    async (request, reply) => {
      const { _id, roles: roleIds, password, ...user } = request.body as z.output<typeof body>;
      const account = { id: _id ?? crypto.randomUUID(), creatorId: (request.actor as Actor).id, user, roleIds };
      const created = await inTurn(async ({ hash, verify }) => {
        if (!(await users.isTaken(account.id))) {
          const created = await users.create(account, await hash(password));
          if (created) return created;
        }
        // Another password is other content; so that nobody guesses with it, retries are counted.
        await limits.repeatedCreation(account.id, request.ip);
        const { now, passwordHash } = await users.earlier(account);
        if (!(await verify(passwordHash, password))) throw new AppError('idTaken');
        return now;
      }, hasLeft(request));
      reply.code(201);
      return { ...userToWire(created), message: 'El usuario ha sido agregado correctamente.' };
    },
  );

  const changeBody = userUpdateSchema.extend({ version: versionSchema });
  app.put(
    '/api/users/:id',
    {
      config,
      schema: { tags, params, body: changeBody, response: { 200: withMessage(userSchema) } },
      preValidation: async (request) => {
        await users.get(idOf(request));
      },
    },
    async (request) => {
      const { roles, password, version, ...user } = request.body as z.output<typeof changeBody>;
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const change = { user, roleIds: roles, passwordHash, version: version ?? undefined };
      const { stored, replaced } = await users.replace(idOf(request), change);
      if (!replaced) throw new AppError('outdated', { row: userToWire(stored) });
      return { ...userToWire(stored), message: 'El usuario ha sido actualizado correctamente.' };
    },
  );

  app.delete(
    '/api/users/:id',
    { config, schema: { tags, params, response: { 200: messageOnly } } },
    async (request) => {
      await users.deactivate(request.actor as Actor, idOf(request));
      return { message: 'El usuario ha sido eliminado correctamente.' };
    },
  );

  app.get('/api/roles', { config, schema: { tags, response: { 200: z.array(roleSchema) } } }, () => users.roles());
}
