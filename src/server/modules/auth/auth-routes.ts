import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import { changePassword, getProfile, signin, signup } from '#domain/calls/session.ts';
import { AppError, type FieldProblem } from '#domain/errors.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import { networkOf } from '#server/accounts/network.ts';
import type { PasswordPolicy } from '#server/accounts/password-policy.ts';
import { inTurn, PASSWORD_TURNS } from '#server/accounts/password-work.ts';
import { createTurns } from '#server/base/turns.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { originOf } from '#server/calls/origin.ts';
import { type HandlerInput, serve } from '#server/calls/serve.ts';
import { createSparseEvents } from '#server/journal/recently-seen.ts';
import type { NewAccount, UserRepository } from '#server/modules/users/user-repository.ts';
import { userToWire } from '#server/modules/users/user-wire.ts';
import { type PassedStep, toSignInProof } from './second-factor-rows.ts';
import type { SecondStepCheck } from './second-step.ts';
import type { AccountCredentials, SessionRepository } from './session-repository.ts';
import { signInAnswer } from './sign-in-answer.ts';
import { verifyPassword } from './verify-password.ts';

interface AuthParts {
  users: UserRepository;
  sessions: SessionRepository;
  limits: AccountLimits;
  secondStep: SecondStepCheck;
  /** Whether the account has a vault on the device that shows this secret. */
  isOnDevice: (user: string, device: { equipo: string; secreto: string }) => Promise<boolean>;
  passwords: PasswordPolicy;
  signup: boolean;
  /** A keyed hash of a cedula, which tells attempts apart without revealing it. */
  markOf: (cedula: string) => string;
  refused?: ((reason: 'password' | 'code' | 'held back') => void) | undefined;
}

export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { users, sessions, limits, secondStep, isOnDevice, passwords, markOf, refused = () => {} } = parts;

  /** The cedula is noted only as a keyed hash: what was typed may be a password. */
  const noteRefusal = (request: FastifyRequest, cedula: string, userId: string | undefined, wrong = 'contraseña') => {
    const origin = originOf(request);
    const mark = markOf(cedula);
    refused(wrong === 'contraseña' ? 'password' : 'code');
    request.log.warn({ address: origin.address, cedula: mark, user: userId, wrong }, 'sign-in refused');
    app.noteSoon(
      { id: null, origin },
      {
        action: 'rechazar',
        kind: 'sesion',
        about: userId ?? null,
        after: { cedula: mark, ...(wrong !== 'contraseña' && { segundoFactor: wrong }) },
      },
    );
  };

  /** Few journal entries of a network in a while, so that an attacker cannot fill the journal. */
  const isLeftOut = createSparseEvents();
  const noteHeldBack = (request: FastifyRequest, cedula: string) => {
    const origin = originOf(request);
    const mark = markOf(cedula);
    refused('held back');
    request.log.warn({ address: origin.address, cedula: mark }, 'sign-in held back');
    if (isLeftOut(networkOf(origin.address), mark)) return;
    const after = { cedula: mark, motivo: 'demasiados intentos' };
    app.noteSoon({ id: null, origin }, { action: 'rechazar', kind: 'sesion', after });
  };

  /** Sessions that begin at the same time: few, so that sign-ins leave connections to others while the table is locked. */
  const beginningTurn = createTurns(PASSWORD_TURNS);

  serve(app, signin, async ({ body, request }) => {
    const { cedula, password, codigo, sello, equipo, secreto } = body;
    const limit = limits.signIn(cedula, request.ip);
    let candidate: AccountCredentials | undefined;
    const wrong = () => {
      noteRefusal(request, cedula, candidate?.id);
      return new AppError('credentials');
    };
    const find = async () => {
      candidate = await sessions.credentials(cedula);
      return candidate;
    };
    const wrongCode = async () => {
      await limit.failed();
      noteRefusal(request, cedula, candidate?.id, 'código equivocado');
    };
    const origin = originOf(request);
    const heldBack = (error: unknown): never => {
      if (error instanceof AppError && error.code === 'tooManyTries') noteHeldBack(request, cedula);
      throw error;
    };
    const enter = async ({ id, epoch }: AccountCredentials, passed: PassedStep | null) => {
      const claims = await sessions.open({ id, epoch }, origin, passed && toSignInProof(passed));
      await limit.succeeded();
      return { claims, codes: passed?.codes };
    };
    const entering = inTurn(async (work) => {
      // A correct password alone does not reset the counter: otherwise codes could be tried without limit.
      const { check, failed } = limit;
      const credentials = await verifyPassword(work, { limit: { check, failed }, find, password, wrong });
      const { id } = credentials;
      if (!credentials.needsCode) return { credentials };
      const device = async () =>
        codigo && equipo && secreto && (await isOnDevice(id, { equipo, secreto })) ? equipo : null;
      const attempt = { credentials, code: codigo, seal: sello, device, origin };
      const entered = await secondStep.pass(work, attempt, (passed) => enter(credentials, passed), wrongCode);
      return { credentials, entered };
    }, hasLeft(request));
    const { credentials, entered } = await entering.catch(heldBack);
    // Nothing is guessed any more, so the next password can be hashed while this session begins.
    const { claims, codes } =
      entered ?? (await beginningTurn(() => enter(credentials, null), { hasLeft: hasLeft(request) }));
    const session = signInAnswer(credentials, app.jwt.sign(claims), sessions.mustChangePassword(credentials));
    return { ...session, ...(codes && { codigosRecuperacion: [...codes] }) };
  });

  const register = async ({ body, request }: HandlerInput<typeof signup>) => {
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
      // An anonymous caller gets back what was sent with this id, and never learns whether the password is the same.
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
      const credentials = await verifyPassword(work, { limit, find, password: actual, wrong });
      if (sessions.mustChangePassword(credentials) && nueva === actual)
        throw refused({ msg: ACCOUNT_MESSAGES.samePassword, path: 'nueva' });
      if (easy.length > 0) throw refused();
      return sessions.changePassword(actor, credentials.epoch, originOf(request), await work.hash(nueva));
    }, hasLeft(request));
    return {
      message: 'Tu contraseña ha sido cambiada correctamente.',
      accessToken: app.jwt.sign(claims),
    };
  });
}
