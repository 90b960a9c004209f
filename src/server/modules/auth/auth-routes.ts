import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ACCOUNT_MESSAGES, passwordChangeSchema, signinSchema, signupSchema } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Actor } from '../actor.ts';
import { hasLeft } from '../has-left.ts';
import { chosenIdSchema } from '../ids.ts';
import { messageOnly, withMessage } from '../messages.ts';
import type { Credentials, UserRepository } from '../users/user-repository.ts';
import { userSchema, userToWire } from '../users/user-wire.ts';
import type { AccountLimits, PasswordTry } from './account-limits.ts';
import { inTurn, type PasswordWork } from './password-work.ts';

const publicRoute = { permission: 'public' } as const;
const ownAccount = { permission: 'account' } as const;
const tags = ['sesión'];

const sessionSchema = withMessage(
  userSchema.pick({ _id: true, nombre: true, apellido: true, cedula: true, email: true }).extend({
    roles: z.array(z.string()),
    accessToken: z.string(),
  }),
);

const profileSchema = userSchema.extend({
  /** Records the user entered, by type, and their sum. */
  registros: z.object({ mujeres: z.number(), ninos: z.number(), total: z.number() }),
});

interface Verification {
  limit: PasswordTry;
  find: () => Promise<Credentials | undefined>;
  password: string;
  /** What a wrong password is answered with. */
  wrong: () => AppError;
}

/** The same queries and the same work whether there is such an account or not. */
async function verified(work: PasswordWork, { limit, find, password, wrong }: Verification): Promise<Credentials> {
  await limit.check();
  const found = await find();
  if (!(await work.verify(found?.passwordHash, password)) || !found) {
    await limit.failed();
    throw wrong();
  }
  await limit.succeeded();
  return found;
}

/** Sign-in, self-registration and the own account. */
export function registerAuthRoutes(app: FastifyInstance, users: UserRepository, limits: AccountLimits): void {
  app.post(
    '/api/auth/signin',
    {
      config: { ...publicRoute, keeps: 'little' },
      schema: { tags, body: signinSchema, response: { 200: sessionSchema } },
    },
    async (request) => {
      const { cedula, password } = request.body as z.output<typeof signinSchema>;
      const limit = limits.signIn(cedula, request.ip);
      const wrong = () => new AppError('credentials');
      const find = () => users.credentials(cedula);
      const { user, epoch } = await inTurn(async (work) => {
        const { id, epoch } = await verified(work, { limit, find, password, wrong });
        return { user: await users.get(id), epoch };
      }, hasLeft(request));
      const accessToken = app.jwt.sign({ sub: user._id, epoch });
      const roles = user.roles.map(({ name }) => name);
      return { ...userToWire(user), roles, accessToken, message: `Te damos la bienvenida, ${user.nombre}.` };
    },
  );

  const signupBody = signupSchema.extend({ _id: chosenIdSchema });
  app.post(
    '/api/auth/signup',
    { config: publicRoute, schema: { tags, body: signupBody, response: { 201: withMessage(userSchema) } } },
    async (request, reply) => {
      const { _id, password, ...user } = request.body as z.output<typeof signupBody>;
      const id = _id ?? crypto.randomUUID();
      const created = await inTurn(async ({ hash }) => {
        const account = { id, creatorId: id, user, roleIds: await users.roleIds(['ROLE_USUARIO']) };
        if (!(await users.isTaken(id))) {
          await limits.signup(request.ip);
          const created = await users.create(account, await hash(password));
          if (created) return created;
        }
        // Somebody who is not signed in learns what was sent with this id, never whether the password is the same.
        await limits.repeatedCreation(id, request.ip);
        return (await users.earlier(account)).created;
      }, hasLeft(request));
      reply.code(201);
      return {
        ...userToWire(created),
        message: 'Tu registro se realizó correctamente. Verificaremos tu información antes de darte acceso.',
      };
    },
  );

  app.get(
    '/api/perfil',
    { config: ownAccount, schema: { tags, response: { 200: profileSchema } } },
    async (request) => {
      const { id } = request.actor as Actor;
      const counts = await users.recordCounts(id);
      const total = Object.values(counts).reduce((sum, value) => sum + value, 0);
      const registros = { mujeres: counts.mujer ?? 0, ninos: counts.nino ?? 0, total };
      return { ...userToWire(await users.get(id)), registros };
    },
  );

  app.put(
    '/api/perfil/password',
    {
      config: ownAccount,
      schema: { tags, body: passwordChangeSchema, response: { 200: messageOnly.extend({ accessToken: z.string() }) } },
    },
    async (request) => {
      const { id } = request.actor as Actor;
      const { actual, nueva } = request.body as z.output<typeof passwordChangeSchema>;
      const wrong = () =>
        new AppError('invalid', { problems: [{ msg: ACCOUNT_MESSAGES.currentPassword, path: 'actual' }] });
      const limit = limits.ownPassword(id);
      const find = () => users.ownCredentials(id);
      const epoch = await inTurn(async (work) => {
        await verified(work, { limit, find, password: actual, wrong });
        return users.changePassword(id, await work.hash(nueva));
      }, hasLeft(request));
      return {
        message: 'Tu contraseña ha sido cambiada correctamente.',
        accessToken: app.jwt.sign({ sub: id, epoch }),
      };
    },
  );
}
