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

test.each([
  ['2.550', 2550],
  ['1.234.567', 1_234_567],
  ['2550', 2550],
  ['2.55', 2.55],
  ['2,550', 2.55],
  ['1234.567', 1234.567],
])('%j in a field of whole numbers is the number %j', (text, number) => {
  expect(typedNumber(text, true)).toBe(number);
});

test.each(['1.234,5', '8a5', 'ocho', '-', ','])('%j is kept as typed', (text) => {
  expect(typedNumber(text)).toBe(text);
});
