import type { FastifyInstance } from 'fastify';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import { changePassword, getProfile, signin, signup } from '#domain/calls/session.ts';
import { AppError, type FieldProblem } from '#domain/errors.ts';
import type { AccountLimits, PasswordTry } from '#server/accounts/account-limits.ts';
import type { PasswordPolicy } from '#server/accounts/password-policy.ts';
import { inTurn, type PasswordWork } from '#server/accounts/password-work.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { type Asked, serve } from '#server/calls/serve.ts';
import type { UserRepository } from '#server/modules/users/user-repository.ts';
import { userToWire } from '#server/modules/users/user-wire.ts';
import type { Credentials, SessionRepository } from './session-repository.ts';

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
  const credentials = await find();
  if (!(await work.verify(credentials?.passwordHash, password)) || !credentials) {
    await limit.failed();
    throw wrong();
  }
  await limit.succeeded();
  return credentials;
}

interface AuthParts {
  users: UserRepository;
  sessions: SessionRepository;
  limits: AccountLimits;
  passwords: PasswordPolicy;
  /** Whether people may register themselves. */
  signup: boolean;
}

/** Sign-in, self-registration and the own account. */
export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { users, sessions, limits, passwords } = parts;

  serve(app, signin, async ({ body: { cedula, password }, request }) => {
    const limit = limits.signIn(cedula, request.ip);
    const wrong = () => new AppError('credentials');
    const find = () => sessions.credentials(cedula);
    const { user, epoch } = await inTurn(async (work) => {
      const { id, epoch } = await verified(work, { limit, find, password, wrong });
      return { user: await users.get(id), epoch };
    }, hasLeft(request));
    const { _id, nombre, apellido, email } = user;
    const roles = user.roles.map(({ name }) => name);
    const accessToken = app.jwt.sign({ sub: _id, epoch });
    const message = `Te damos la bienvenida, ${nombre}.`;
    return { _id, nombre, apellido, cedula: user.cedula, email, roles, accessToken, message };
  });

  const register = async ({ body, request }: Asked<typeof signup>) => {
    const { _id, password, ...user } = body;
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
    return {
      ...userToWire(created),
      message: 'Tu registro se realizó correctamente. Verificaremos tu información antes de darte acceso.',
    };
  };
  const open = async () => {
    if (!parts.signup) throw new AppError('signupOff');
  };
  serve(app, passwords.guarded(signup), register, { before: open });

  serve(app, getProfile, async ({ actor: { id } }) => {
    const counts = await users.recordCounts(id);
    const total = Object.values(counts).reduce((sum, value) => sum + value, 0);
    const registros = { mujeres: counts.mujer ?? 0, ninos: counts.nino ?? 0, total };
    return { ...userToWire(await users.get(id)), registros };
  });

  serve(app, changePassword, async ({ body: { actual, nueva }, actor: { id }, request }) => {
    const limit = limits.ownPassword(id);
    const find = () => sessions.ownCredentials(id);
    const epoch = await inTurn(async (work) => {
      const easy = passwords.refusesEasy ? passwords.problems('nueva', nueva, await users.get(id)) : [];
      const refused = (...others: FieldProblem[]) => new AppError('invalid', { problems: [...others, ...easy] });
      const wrong = () => refused({ msg: ACCOUNT_MESSAGES.currentPassword, path: 'actual' });
      await verified(work, { limit, find, password: actual, wrong });
      if (easy.length > 0) throw refused();
      return sessions.changePassword(id, await work.hash(nueva));
    }, hasLeft(request));
    return {
      message: 'Tu contraseña ha sido cambiada correctamente.',
      accessToken: app.jwt.sign({ sub: id, epoch }),
    };
  });
}
