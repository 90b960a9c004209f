import { expect, test } from 'vitest';
import { ageAtControl } from './age.ts';

const control = { fecha: '2026-09-22', edad: 11 };

test('an age comes from the dates, whatever was typed', () => {
  expect(ageAtControl(control, '2025-09-17')).toEqual({ months: 12, exact: 370 / 30.4375 });
  expect(ageAtControl({ ...control, edad: null }, '2026-09-22')).toEqual({ months: 0, exact: 0 });
});

test('without a birth date, or before it, the typed age stays', () => {
  for (const birth of ['', null, '2026-09-23']) expect(ageAtControl(control, birth)).toEqual({ months: 11, exact: 11 });
  expect(ageAtControl({ ...control, edad: null }, null)).toBeNull();
});
