import { AppError } from '#domain/errors.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import type { PasswordWork } from '#server/accounts/password-work.ts';
import { newRecoveryCodes, recoveryCodeOf } from '#server/accounts/recovery-codes.ts';
import { enrolmentUri, stepOfCode } from '#server/accounts/time-codes.ts';
import type { Origin } from '#server/journal/doer.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';
import type { Factor, Passed } from './second-factor-rows.ts';
import type { Credentials } from './session-repository.ts';

interface SecondStepParts {
  secondFactors: SecondFactorRepository;
  limits: AccountLimits;
  now?: (() => Date) | undefined;
}

export interface SecondStepTry {
  readonly credentials: Credentials;
  /** As it was typed. */
  readonly code: string | undefined;
  readonly origin: Origin;
}

export type SecondStep = ReturnType<typeof createSecondStep>;

/** What follows a right password where one of the roles asks for more. Nobody else ever learns that there is such a step. */
export function createSecondStep({ secondFactors, limits, now = () => new Date() }: SecondStepParts) {
  const stepOf = (secret: string, code: string) => stepOfCode(secret, code.replace(/\s/g, ''), now());

  /** The first code confirms that the application was set up. */
  const enrolling = async (work: PasswordWork, { credentials, code, origin }: SecondStepTry, factor: Factor | null) => {
    const { id, cedula } = credentials;
    const readable = factor && secondFactors.secretOf(id, factor) !== null;
    const begun = readable ? factor : await secondFactors.begin({ id, origin }, factor);
    const secreto = secondFactors.secretOf(id, begun);
    // Set up elsewhere while this came: the ordinary question follows.
    if (begun.confirmedAt || secreto === null) throw new AppError('secondFactor');
    const step = code === undefined ? null : stepOf(secreto, code);
    if (step === null)
      throw new AppError('secondFactor', { row: { alta: { secreto, uri: enrolmentUri(secreto, cedula) } } });
    const recovery = await newRecoveryCodes(work);
    const passed: Passed = {
      by: 'activado',
      use: (inside) => secondFactors.confirm(inside, id, begun, step, recovery),
      codes: recovery.codes,
    };
    return passed;
  };

  const confirmed = async (work: PasswordWork, { credentials, code }: SecondStepTry, factor: Factor) => {
    const { id } = credentials;
    const recovery = code === undefined ? null : recoveryCodeOf(code);
    if (recovery !== null && factor.recoverySalt !== null) {
      const hash = await work.digest(recovery, factor.recoverySalt);
      const passed: Passed = {
        by: 'código de recuperación',
        use: (inside) => secondFactors.useRecoveryCode(inside, id, hash),
      };
      return passed;
    }
    const secret = secondFactors.secretOf(id, factor);
    if (secret === null) throw new AppError('secondFactorLost');
    const step = code === undefined ? null : stepOf(secret, code);
    if (step === null) throw new AppError('secondFactor');
    const passed: Passed = { by: 'código', use: (inside) => secondFactors.useStep(inside, id, factor, step) };
    return passed;
  };

  return {
    /**
     * Lets somebody through whose password was right.
     * @param enter begins the session, using the code up
     * @throws AppError secondFactor, with what an application is set up with where there is none
     */
    async pass<T>(
      work: PasswordWork,
      attempt: SecondStepTry,
      enter: (passed: Passed | null) => Promise<T>,
      wrongCode: () => Promise<void>,
    ): Promise<T> {
      const { credentials, code } = attempt;
      const { id, needsCode, factor } = credentials;
      if (!needsCode) return enter(null);
      const limit = limits.code(id);
      if (code !== undefined) await limit.check();
      try {
        const way = factor?.confirmedAt ? confirmed(work, attempt, factor) : enrolling(work, attempt, factor);
        const entered = await enter(await way);
        await limit.succeeded();
        return entered;
      } catch (error) {
        if (code !== undefined && error instanceof AppError && error.code === 'secondFactor') {
          await limit.failed();
          await wrongCode();
        }
        throw error;
      }
    },
  };
}
