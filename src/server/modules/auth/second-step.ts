import { AppError } from '#domain/errors.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import type { Enrolments } from '#server/accounts/enrolments.ts';
import type { PasswordWork } from '#server/accounts/password-work.ts';
import { newRecoveryCodes, recoveryCodeOf } from '#server/accounts/recovery-codes.ts';
import { stepOfCode } from '#server/accounts/time-codes.ts';
import type { Origin } from '#server/journal/doer.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';
import type { Factor, Passed } from './second-factor-rows.ts';
import type { Credentials } from './session-repository.ts';

interface SecondStepParts {
  secondFactors: SecondFactorRepository;
  enrolments: Enrolments;
  limits: AccountLimits;
  now?: (() => Date) | undefined;
}

export interface SecondStepTry {
  readonly credentials: Credentials;
  /** As it was typed. */
  readonly code: string | undefined;
  /** The asking that the code is to confirm, where there is one. */
  readonly seal: string | null | undefined;
  /** The device, when it showed that the account keeps something on it. Asked for once the password was right. */
  readonly device: () => Promise<string | null>;
  readonly origin: Origin;
}

export type SecondStep = ReturnType<typeof createSecondStep>;

/** What follows a right password where one of the roles asks for more. Nobody else ever learns that there is such a step. */
export function createSecondStep({ secondFactors, enrolments, limits, now = () => new Date() }: SecondStepParts) {
  const stepOf = (secret: string, code: string) => stepOfCode(secret, code.replace(/\s/g, ''), now());

  /** The first code confirms that the application was set up, with the secret of the asking that comes back with it. */
  const enrolling = async (work: PasswordWork, { credentials, code, seal, origin }: SecondStepTry) => {
    const { id } = credentials;
    const asking = seal ? enrolments.read(credentials, seal) : null;
    const step = asking && code !== undefined ? stepOf(asking.secreto, code) : null;
    if (!asking || step === null)
      throw new AppError('secondFactor', { row: { alta: asking ?? enrolments.begin(credentials) } });
    const recovery = await newRecoveryCodes(work);
    const passed: Passed = {
      by: 'activado',
      use: (inside) => secondFactors.confirm(inside, { id, origin }, asking.secreto, step, recovery),
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
      const { credentials, code, device, origin } = attempt;
      const { needsCode, factor } = credentials;
      if (!needsCode) return enter(null);
      // A recovery code is too long to be guessed: it lets in where others have closed the way for codes. Before the first code there is
      // nothing to guess either: the secret is in the answer.
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
