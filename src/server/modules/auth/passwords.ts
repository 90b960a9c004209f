import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with OWASP's minimum (19 MiB, 2 passes, 1 lane), the library's defaults written out. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

let nobody: Promise<string> | undefined;

/** Verifies against the given hash, or against nobody's, so that an unknown cedula takes the same time. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== undefined;
}

/** Letters and digits that are not mistaken for one another. */
const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/** A random password that meets the rules: 16 characters, about 90 bits. */
export function generatePassword(): string {
  const pick = (set: string) => set.charAt(randomInt(set.length));
  const rest = Array.from({ length: 13 }, () => pick(LOWER + UPPER + DIGITS));
  return [pick(UPPER), pick(LOWER), ...rest, pick(DIGITS)].join('');
}
