import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isStrongSecret } from './secret-strength.ts';

it.each([
  ['sixteen equal letters', 'a'.repeat(16)],
  ['many equal letters', 'a'.repeat(100)],
  ['an empty text', ''],
  ['a short random text', 'kX9-vQ2_pL7zRt4WmB8sYc1'],
  ['a text of few letters', 'abababacdababacdababababcdababab'],
  ['a repeated word', 'changeme'.repeat(8)],
  ['another repeated word', 'tungurahua-'.repeat(5)],
  ['a repeated word with a number behind it', `${'chimborazo'.repeat(4)}-2026`],
  ['the alphabet and the digits', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['the digits', '0123456789'.repeat(4)],
  ['the digits of hexadecimal numbers', '0123456789abcdef0123456789abcdef'],
  ['a common example', 'your-super-secret-jwt-token-with-at-least-32-characters-long'],
  ['a placeholder', 'Change-This-To-A-Long-Random-String!'],
  ['a placeholder in Spanish', 'cambia-esta-clave-por-otra-muy-larga'],
])('%s is not a strong secret', (_what, secret) => {
  expect(isStrongSecret(secret)).toBe(false);
});

it('a randomly generated secret is strong', () => {
  for (let tries = 0; tries < 500; tries += 1)
    for (const secret of [
      randomBytes(48).toString('base64'),
      randomBytes(48).toString('base64url'),
      randomBytes(32).toString('hex'),
      randomBytes(24).toString('base64'),
    ])
      expect(isStrongSecret(secret), secret).toBe(true);
});

it('a sentence of many different words is strong', () => {
  expect(isStrongSecret('Páramo, quinua y llovizna: 7 cóndores vuelan sobre Alausí')).toBe(true);
});
