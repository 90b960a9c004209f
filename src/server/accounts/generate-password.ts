import { randomInt } from 'node:crypto';

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

export function generatePassword(): string {
  const pick = (set: string) => set.charAt(randomInt(set.length));
  const rest = Array.from({ length: 13 }, () => pick(LOWER + UPPER + DIGITS));
  return [pick(UPPER), pick(LOWER), ...rest, pick(DIGITS)].join('');
}
