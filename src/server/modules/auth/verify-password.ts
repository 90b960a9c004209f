import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { PasswordTry } from '#server/accounts/account-limits.ts';
import type { PasswordWork } from '#server/accounts/password-work.ts';
import type { AccountCredentials } from './session-repository.ts';

interface Verification {
  limit: Pick<PasswordTry, 'check' | 'failed'> & Partial<PasswordTry>;
  find: () => Promise<AccountCredentials | undefined>;
  password: string;
  wrong: () => AppError;
}

/** Does the same queries and the same work whether the account exists or not, so that its time reveals nothing. */
export async function verifyPassword(
  work: PasswordWork,
  { limit, find, password, wrong }: Verification,
): Promise<AccountCredentials> {
  await limit.check();
  const credentials = await find();
  if (!(await work.verify(credentials?.passwordHash, password)) || !credentials) {
    await limit.failed();
    throw wrong();
  }
  await limit.succeeded?.();
  return credentials;
}

export const wrongCurrentPassword = () =>
  new AppError('invalid', { problems: [{ msg: ACCOUNT_MESSAGES.currentPassword, path: 'actual' }] });
