import { expect, it } from 'vitest';
import { hashPassword, inTurn, PASSWORDS_AT_ONCE } from './password-work.ts';

it('a password is stored as argon2id with OWASP’s minimum of work and a new salt each time', async () => {
  const hashes = await Promise.all([hashPassword('Segura123'), hashPassword('Segura123')]);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
  expect(hashes[0]).not.toBe(hashes[1]);
});

it('refusals that arrive together leave the event loop free between them', async () => {
  let round = 0;
  let counting = true;
  const nextRound = () => {
    round += 1;
    if (counting) setImmediate(nextRound);
  };
  setImmediate(nextRound);
  const inRound = new Map<number, number>();
  const refuse = async () => {
    inRound.set(round, (inRound.get(round) ?? 0) + 1);
    throw new Error('refused');
  };
  const answers = await Promise.allSettled(Array.from({ length: 300 }, () => inTurn(refuse)));
  counting = false;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(Math.max(...inRound.values())).toBeLessThanOrEqual(PASSWORDS_AT_ONCE);
});
