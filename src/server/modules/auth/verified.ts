import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { PasswordTry } from '#server/accounts/account-limits.ts';
import type { PasswordWork } from '#server/accounts/password-work.ts';
import type { Credentials } from './session-repository.ts';

interface Verification {
  limit: Pick<PasswordTry, 'check' | 'failed'> & Partial<PasswordTry>;
  find: () => Promise<Credentials | undefined>;
  password: string;
  /** What a wrong password is answered with. */
  wrong: () => AppError;
}

/** The same queries and the same work whether there is such an account or not. */
export async function verified(
  work: PasswordWork,
  { limit, find, password, wrong }: Verification,
): Promise<Credentials> {
  await limit.check();
  const credentials = await find();
  if (!(await work.verify(credentials?.passwordHash, password)) || !credentials) {
    await limit.failed();
    throw wrong();
  }
  await limit.succeeded?.();
  return credentials;
}

/** Of the own account, asked for before something of it changes. */
export const wrongCurrentPassword = () =>
  new AppError('invalid', { problems: [{ msg: ACCOUNT_MESSAGES.currentPassword, path: 'actual' }] });
