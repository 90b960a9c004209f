import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import { changePassword, getProfile, signin, signup } from '#domain/calls/session.ts';
import { AppError, type FieldProblem } from '#domain/errors.ts';
import type { AccountLimits, PasswordTry } from '#server/accounts/account-limits.ts';
import type { PasswordPolicy } from '#server/accounts/password-policy.ts';
import { inTurn, type PasswordWork } from '#server/accounts/password-work.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { originOf } from '#server/calls/origin.ts';
import { type Asked, serve } from '#server/calls/serve.ts';
import type { NewAccount, UserRepository } from '#server/modules/users/user-repository.ts';
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
  /** A keyed hash of a cedula, by which tries can be told apart without saying whose they were. */
  markOf: (cedula: string) => string;
}

/** Sign-in, self-registration and the own account. */
export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { users, sessions, limits, passwords, markOf } = parts;

  /** So that an attack can be traced: the cedula only as a keyed hash, for what was typed may be a password. */
  const noteRefusal = (request: FastifyRequest, cedula: string, userId: string | undefined) => {
    const origin = originOf(request);
    const mark = markOf(cedula);
    request.log.warn({ address: origin.address, cedula: mark, user: userId }, 'sign-in refused');
    app.noteSoon(
      { id: null, origin },
      { action: 'rechazar', kind: 'sesion', about: userId ?? null, after: { cedula: mark } },
    );
  };

  serve(app, signin, async ({ body: { cedula, password }, request }) => {
    const limit = limits.signIn(cedula, request.ip);
    let found: Credentials | undefined;
    const wrong = () => {
      noteRefusal(request, cedula, found?.id);
      return new AppError('credentials');
    };
    const find = async () => {
      found = await sessions.credentials(cedula);
      return found;
    };
    const origin = originOf(request);
    const { user, claims } = await inTurn(async (work) => {
      const { id, epoch } = await verified(work, { limit, find, password, wrong });
      const user = await users.get(id);
      return { user, claims: await sessions.open({ id, epoch }, origin) };
    }, hasLeft(request));
    const { _id, nombre, apellido, email } = user;
    const roles = user.roles.map(({ name }) => name);
    const accessToken = app.jwt.sign(claims);
    const message = `Te damos la bienvenida, ${nombre}.`;
    return { _id, nombre, apellido, cedula: user.cedula, email, roles, accessToken, message };
  });

  const register = async ({ body, request }: Asked<typeof signup>) => {
    const { _id, password, ...user } = body;
    const id = _id ?? crypto.randomUUID();
    const created = await inTurn(async ({ hash }) => {
      const creator = { id, origin: originOf(request) };
      const roleIds = await users.roleIds(['ROLE_USUARIO']);
      const account: NewAccount = { id, creator, user, roleIds, passwordFrom: 'persona' };
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

  serve(app, changePassword, async ({ body: { actual, nueva }, actor, request }) => {
    const { id } = actor;
    const limit = limits.ownPassword(id);
    const find = () => sessions.ownCredentials(id);
    const claims = await inTurn(async (work) => {
      const easy = passwords.refusesEasy ? passwords.problems('nueva', nueva, await users.get(id)) : [];
      const refused = (...others: FieldProblem[]) => new AppError('invalid', { problems: [...others, ...easy] });
      const wrong = () => refused({ msg: ACCOUNT_MESSAGES.currentPassword, path: 'actual' });
      await verified(work, { limit, find, password: actual, wrong });
      if (easy.length > 0) throw refused();
      return sessions.changePassword(actor, originOf(request), await work.hash(nueva));
    }, hasLeft(request));
    return {
      message: 'Tu contraseña ha sido cambiada correctamente.',
      accessToken: app.jwt.sign(claims),
    };
  });
}
