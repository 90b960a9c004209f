import { expect, test } from 'vitest';
import { typedNumber } from './typed-number.ts';

test.each([
  ['8,55', 8.55],
  ['8.55', 8.55],
  [' 7 ', 7],
  ['8,', 8],
  [',5', 0.5],
  ['-3', -3],
  ['', null],
  ['  ', null],
])('%j is the number %j', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});

test.each(['1.234,5', '8a5', 'ocho', '-', ','])('%j is kept as typed', (text) => {
  expect(typedNumber(text)).toBe(text);
});
