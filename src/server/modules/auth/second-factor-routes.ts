import type { FastifyInstance } from 'fastify';
import {
  getOwnSecondFactor,
  getUserSecondFactor,
  listDemandingRoles,
  replaceRecoveryCodes,
  resetSecondFactor,
  saveDemandingRole,
} from '#domain/calls/second-factor.ts';
import { roleLabel } from '#domain/roles.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import { inTurn } from '#server/accounts/password-work.ts';
import { newRecoveryCodes } from '#server/accounts/recovery-codes.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { serve } from '#server/calls/serve.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';
import type { SessionRepository } from './session-repository.ts';
import { verifyPassword, wrongCurrentPassword } from './verify-password.ts';

interface SecondFactorParts {
  secondFactors: SecondFactorRepository;
  sessions: SessionRepository;
  limits: AccountLimits;
}

export function registerSecondFactorRoutes(app: FastifyInstance, parts: SecondFactorParts): void {
  const { secondFactors, sessions, limits } = parts;

  serve(app, listDemandingRoles, () => secondFactors.roles());

  serve(app, saveDemandingRole, async ({ params, body: { exigido }, actor }) => {
    const role = await secondFactors.setRole(actor, params.id, exigido);
    const label = roleLabel(role.name);
    const message = exigido
      ? `Quien tenga el rol ${label} necesita ahora un segundo paso para entrar.`
      : `Quien tenga el rol ${label} entra ahora solo con su contraseña.`;
    return { ...role, message };
  });

  serve(app, getUserSecondFactor, ({ params }) => secondFactors.stateOf(params.id));

  serve(app, resetSecondFactor, async ({ params, actor }) => {
    await secondFactors.reset(actor, params.id);
    return { message: 'El segundo paso ha sido restablecido y sus sesiones se cerraron.' };
  });

  serve(app, getOwnSecondFactor, ({ actor }) => secondFactors.stateOf(actor.id));

  serve(app, replaceRecoveryCodes, async ({ body: { actual }, actor, request }) => {
    const limit = limits.ownPassword(actor.id);
    const find = () => sessions.ownCredentials(actor.id);
    const codigos = await inTurn(async (work) => {
      await verifyPassword(work, { limit, find, password: actual, wrong: wrongCurrentPassword });
      const recovery = await newRecoveryCodes(work);
      await secondFactors.replaceCodes(actor, recovery);
      return recovery.codes;
    }, hasLeft(request));
    return { codigos, message: 'Tus códigos de recuperación son ahora estos; los anteriores ya no sirven.' };
  });
}
