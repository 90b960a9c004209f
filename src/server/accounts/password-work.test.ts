import { expect, it } from 'vitest';
import { hashPassword } from './password-work.ts';

it('a password is stored as argon2id with OWASP’s minimum of work and a new salt each time', async () => {
  const hashes = await Promise.all([hashPassword('Segura123'), hashPassword('Segura123')]);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
  expect(hashes[0]).not.toBe(hashes[1]);
});
