import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isStrongSecret } from './secret-strength.ts';

it.each([
  ['sixteen equal letters', 'a'.repeat(16)],
  ['many equal letters', 'a'.repeat(100)],
  ['nothing', ''],
  ['too short, however random', 'kX9-vQ2_pL7zRt4WmB8sYc1'],
  ['few letters', 'abababacdababacdababababcdababab'],
  ['a word again and again', 'changeme'.repeat(8)],
  ['another word again and again', 'tungurahua-'.repeat(5)],
  ['one with a number behind it', `${'chimborazo'.repeat(4)}-2026`],
  ['the alphabet and the digits', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['the digits', '0123456789'.repeat(4)],
  ['the digits of hexadecimal numbers', '0123456789abcdef0123456789abcdef'],
  ['what everybody copies', 'your-super-secret-jwt-token-with-at-least-32-characters-long'],
  ['what asks to be changed', 'Change-This-To-A-Long-Random-String!'],
  ['the same in Spanish', 'cambia-esta-clave-por-otra-muy-larga'],
])('%s does not sign sessions', (_what, secret) => {
  expect(isStrongSecret(secret)).toBe(false);
});

it('what a program made does', () => {
  for (let tries = 0; tries < 500; tries += 1)
    for (const secret of [
      randomBytes(48).toString('base64'),
      randomBytes(48).toString('base64url'),
      randomBytes(32).toString('hex'),
      randomBytes(24).toString('base64'),
    ])
      expect(isStrongSecret(secret), secret).toBe(true);
});

it('so does a sentence of many different words', () => {
  expect(isStrongSecret('Páramo, quinua y llovizna: 7 cóndores vuelan sobre Alausí')).toBe(true);
});
