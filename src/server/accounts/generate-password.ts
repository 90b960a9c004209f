import { randomInt } from 'node:crypto';

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
