import { expect, test } from 'vitest';
import { ageAtControl } from './age.ts';

const control = { fecha: '2026-09-22', edad: 11 };

test('the age is computed from the dates if they are known', () => {
  expect(ageAtControl(control, '2025-09-17')).toEqual({ months: 12, exact: 370 / 30.4375 });
  expect(ageAtControl({ ...control, edad: null }, '2026-09-22')).toEqual({ months: 0, exact: 0 });
});

test('without a birth date, or with a later one, the typed age is used', () => {
  for (const birth of ['', null, '2026-09-23']) expect(ageAtControl(control, birth)).toEqual({ months: 11, exact: 11 });
  expect(ageAtControl({ ...control, edad: null }, null)).toBeNull();
});
