import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { newSecret, stepOfCode } from './time-codes.ts';

const NOW = new Date('2026-11-21T15:00:10Z');
const STEP = Math.floor(NOW.getTime() / 30_000);

it('a current code gives its time step, and any other text, or digits of another script, gives null', () => {
  const secret = newSecret();
  const code = new TOTP({ secret }).generate({ timestamp: NOW.getTime() });
  expect(stepOfCode(secret, code, NOW)).toBe(STEP);
  const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('');
  for (const text of [wide, '１２３４５６', '١٢٣٤٥٦', '', ' ', '12345', '1234567', 'abcdef', `${code}\n`, '👶👶👶'])
    expect(stepOfCode(secret, text, NOW), text).toBeNull();
});
