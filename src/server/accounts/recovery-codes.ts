import { randomBytes, randomInt } from 'node:crypto';
import type { PasswordWork } from './password-work.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const HALF = 5;
const HOW_MANY = 10;
const SALT_BYTES = 16;

const newCode = () =>
  Array.from(
    { length: 2 * HALF },
    (_, at) => (at === HALF ? '-' : '') + LETTERS.charAt(randomInt(LETTERS.length)),
  ).join('');

export interface RecoveryCodes {
  readonly codes: string[];
  readonly salt: string;
  readonly hashes: string[];
}

/** Ten codes of about 50 bits, hashed like passwords and independent of the session secret, so that they work after it is lost. */
export async function newRecoveryCodes({ digest }: PasswordWork): Promise<RecoveryCodes> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const codes = Array.from({ length: HOW_MANY }, newCode);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await digest(code, salt));
  return { codes, salt, hashes };
}

export function recoveryCodeOf(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  const isCode = letters.length === 2 * HALF && [...letters].every((letter) => LETTERS.includes(letter));
  return isCode ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : null;
}
