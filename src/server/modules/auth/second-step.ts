import { AppError } from '#domain/errors.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import type { Enrolments } from '#server/accounts/enrolments.ts';
import type { PasswordWork } from '#server/accounts/password-work.ts';
import { newRecoveryCodes, recoveryCodeOf } from '#server/accounts/recovery-codes.ts';
import { stepOfCode } from '#server/accounts/time-codes.ts';
import type { Origin } from '#server/journal/doer.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';
import type { Factor, PassedStep } from './second-factor-rows.ts';
import type { AccountCredentials } from './session-repository.ts';

interface SecondStepParts {
  secondFactors: SecondFactorRepository;
  enrolments: Enrolments;
  limits: AccountLimits;
  now?: (() => Date) | undefined;
}

export interface SecondStepAttempt {
  readonly credentials: AccountCredentials;
  readonly code: string | undefined;
  /** The sealed enrolment that the code confirms, if there is one. */
  readonly seal: string | null | undefined;
  /** The device, if the account has a vault on it; looked up only after a correct password. */
  readonly device: () => Promise<string | null>;
  readonly origin: Origin;
}

export type SecondStepCheck = ReturnType<typeof createSecondStepCheck>;

/** The step after a correct password, if a role requires it. Other callers never learn that it exists. */
export function createSecondStepCheck({ secondFactors, enrolments, limits, now = () => new Date() }: SecondStepParts) {
  const stepOf = (secret: string, code: string) => stepOfCode(secret, code.replace(/\s/g, ''), now());

  /** The first code confirms the application, with the secret of the enrolment that comes back with it. */
  const enrolling = async (work: PasswordWork, { credentials, code, seal, origin }: SecondStepAttempt) => {
    const { id } = credentials;
    const enrolment = seal ? enrolments.read(credentials, seal) : null;
    const step = enrolment && code !== undefined ? stepOf(enrolment.secreto, code) : null;
    if (!enrolment || step === null)
      throw new AppError('secondFactor', { row: { alta: enrolment ?? enrolments.begin(credentials) } });
    const recovery = await newRecoveryCodes(work);
    const passed: PassedStep = {
      by: 'activado',
      use: (inside) => secondFactors.confirm(inside, { id, origin }, enrolment.secreto, step, recovery),
      codes: recovery.codes,
    };
    return passed;
  };

  const confirmed = async (work: PasswordWork, { credentials, code }: SecondStepAttempt, factor: Factor) => {
    const { id } = credentials;
    const recovery = code === undefined ? null : recoveryCodeOf(code);
    if (recovery !== null && factor.recoverySalt !== null) {
      const hash = await work.digest(recovery, factor.recoverySalt);
      const passed: PassedStep = {
        by: 'código de recuperación',
        use: (inside) => secondFactors.useRecoveryCode(inside, id, hash),
      };
      return passed;
    }
    const secret = secondFactors.secretOf(id, factor);
    if (secret === null) throw new AppError('secondFactorLost');
    const step = code === undefined ? null : stepOf(secret, code);
    if (step === null) throw new AppError('secondFactor');
    const passed: PassedStep = { by: 'código', use: (inside) => secondFactors.useStep(inside, id, factor, step) };
    return passed;
  };

  return {
    /** @param enter begins the session and consumes the code @throws AppError secondFactor, with a new enrolment if there is no factor */
    async pass<T>(
      work: PasswordWork,
      attempt: SecondStepAttempt,
      enter: (passed: PassedStep | null) => Promise<T>,
      wrongCode: () => Promise<void>,
    ): Promise<T> {
      const { credentials, code, device, origin } = attempt;
      const { needsCode, factor } = credentials;
      if (!needsCode) return enter(null);
      // Only guesses count: a recovery code is too long to guess, and before the first code the secret is in the answer.
      const isGuess = factor?.confirmedAt != null && code !== undefined && recoveryCodeOf(code) === null;
      const limit = limits.code(credentials, origin.address, await device());
      if (isGuess) await limit.check();
      try {
        const way = factor?.confirmedAt ? confirmed(work, attempt, factor) : enrolling(work, attempt);
        const entered = await enter(await way);
        await limit.succeeded();
        return entered;
      } catch (error) {
        if (code !== undefined && error instanceof AppError && error.code === 'secondFactor') {
          if (isGuess) await limit.failed();
          await wrongCode();
        }
        throw error;
      }
    },
  };
}
