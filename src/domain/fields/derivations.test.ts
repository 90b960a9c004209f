import { expect, it } from 'vitest';
import { daysOfWeeks, numberIn } from './derivations.ts';
import type { Field } from './field.ts';

const fields = {
  valor: { kind: 'number', label: 'Valor', min: 6, max: 16, decimals: 2 },
  semanas: { kind: 'number', label: 'Semanas', min: 1, max: 42, decimals: 0 },
} as const satisfies Record<string, Field>;
const derivedFrom = (valor: number | null) => numberIn({ fields, values: { valor }, birth: null }, 'valor');

it.each([
  [11.25, 11.25],
  [11.255, null],
  [5.99, null],
  [16.01, null],
  [null, null],
])('a number field with %s gives others %s to derive from', (typed, value) => {
  expect(derivedFrom(typed)).toBe(value);
});

it('proposes no days for a part of a week', () => {
  const daysOf = (semanas: number) => daysOfWeeks('semanas').propose({ fields, values: { semanas }, birth: null });
  expect(daysOf(39)).toEqual({ value: 273, bounds: { min: 267, max: 273 } });
  expect(daysOf(39.5)).toBeNull();
});
