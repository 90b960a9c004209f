import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ACCOUNT_MESSAGES, passwordChangeSchema, signinSchema, signupSchema } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Actor } from '../actor.ts';
import { chosenIdSchema } from '../ids.ts';
import { messageOnly, withMessage } from '../messages.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { userSchema, userToWire } from '../users/user-wire.ts';
import type { createSigninLimiter } from './signin-limiter.ts';

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

/** Sign-in, self-registration and the own account. */
export function registerAuthRoutes(
  app: FastifyInstance,
  users: UserRepository,
  limiter: ReturnType<typeof createSigninLimiter>,
): void {
  const authenticate = async (request: FastifyRequest, cedula: string, password: string, wrong: () => AppError) => {
    const attempt = await limiter.begin(cedula, request.ip);
    const found = await users.authenticate(cedula, password);
    if (!found) throw wrong();
    await attempt.succeeded();
    return found;
  };

  app.post(
    '/api/auth/signin',
    {
      config: { ...publicRoute, keeps: 'little' },
      schema: { tags, body: signinSchema, response: { 200: sessionSchema } },
    },
    async (request) => {
      const { cedula, password } = request.body as z.output<typeof signinSchema>;
      const { user, epoch } = await authenticate(request, cedula, password, () => new AppError('credentials'));
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
      const { _id, ...user } = request.body as z.output<typeof signupBody>;
      const id = _id ?? crypto.randomUUID();
      const created = await users.create(id, id, user, await users.roleIds(['ROLE_USUARIO']));
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
      const { id, cedula } = request.actor as Actor;
      const { actual, nueva } = request.body as z.output<typeof passwordChangeSchema>;
      const wrong = () =>
        new AppError('invalid', { problems: [{ msg: ACCOUNT_MESSAGES.currentPassword, path: 'actual' }] });
      await authenticate(request, cedula, actual, wrong);
      const epoch = await users.changePassword(id, nueva);
      return {
        message: 'Tu contraseña ha sido cambiada correctamente.',
        accessToken: app.jwt.sign({ sub: id, epoch }),
      };
    },
  );
}
