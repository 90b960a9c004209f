import { createHmac, randomUUID } from 'node:crypto';
import { SECRET } from '../test-api.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token signed with this secret, or unsigned. */
function signed(claims: object, secret: string | null, alg = 'HS256'): string {
  const head = `${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}`;
  return secret === null ? `${head}.` : `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}

/** Invalid tokens made from a valid one. */
export function badTokens(token: string): Record<string, string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  const expired = { ...claims, iat: 1_600_000_000, exp: 1_600_043_200 };
  return {
    cut: token.slice(0, -8),
    expired: signed(expired, SECRET),
    foreign: signed(claims, 'a secret that somebody else thought of'),
    unsigned: signed(claims, null, 'none'),
    shapeless: signed({ ...claims, sub: { a: 1 }, gen: '__proto__' }, SECRET),
    stranger: signed({ ...claims, sub: randomUUID(), sid: randomUUID() }, SECRET),
    hugeGeneration: signed({ ...claims, gen: 2 ** 53 }, SECRET),
    garbage: 'ñ\u0000.x.y',
  };
}
export const BAD_TOKENS = [...Object.keys(badTokens('.e30.')), 'ended'];
