import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUIRED, tryField } from '../../../tests/support/try-field.ts';
import type { NumberField } from './field.ts';
import { showNumber } from './number.ts';

const weight: NumberField = { kind: 'number', label: 'Peso', unit: 'kg', min: 2, max: 24, decimals: 2 };
const number = (rules: Partial<NumberField> = {}) => tryField({ ...weight, ...rules });
const OUTSIDE = { refused: ['Debe estar entre 2 y 24 kg'] };
const NOT_NUMBER = { refused: ['Debe ser un número'] };

fc.configureGlobal({ seed: 20_261_120 });

describe('number', () => {
  it.each([undefined, null, '', '  '])('blank (%j) is null when optional and a problem when required', (value) => {
    expect(number()(value)).toEqual({ stored: null });
    expect(number({ required: true })(value)).toEqual(REQUIRED);
  });

  it('both bounds are inside', () => {
    expect(number()(2)).toEqual({ stored: 2 });
    expect(number()(24)).toEqual({ stored: 24 });
    expect(number()(1.99)).toEqual(OUTSIDE);
    expect(number()(24.01)).toEqual(OUTSIDE);
    expect(number()('1'.repeat(400))).toEqual(OUTSIDE);
    expect(number()('1'.repeat(400_000))).toEqual(NOT_NUMBER);
  });

  it.each(['8.55', ' 8.55 ', '+8.55', '008.550', 8.55, 8.550000000000001])('%j is 8.55', (value) => {
    expect(number()(value)).toEqual({ stored: 8.55 });
  });

  it.each([
    'abc',
    '8,55',
    '8.',
    '.5',
    '1e1',
    '0x10',
    '8 5',
    'NaN',
    'Infinity',
    '٨',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    [8],
    {},
  ])('%j is no number', (value) => {
    expect(number()(value)).toEqual(NOT_NUMBER);
  });

  it('refuses more decimals than declared', () => {
    expect(number()(8.555)).toEqual({ refused: ['Debe tener como máximo 2 decimales'] });
    expect(number({ decimals: 1 })('8.55')).toEqual({ refused: ['Debe tener como máximo 1 decimal'] });
    expect(number({ decimals: 0 })(8.5)).toEqual({ refused: ['Debe ser un número entero'] });
    expect(number({ decimals: 0 })('8.0')).toEqual({ stored: 8 });
  });

  it('accepts every number of two decimals inside, as number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 2400 }), (hundredths) => {
        const value = hundredths / 100;
        expect(number()(value)).toEqual({ stored: value });
        expect(number()(value.toFixed(2))).toEqual({ stored: value });
      }),
    );
  });

  it('never stores a negative zero', () => {
    expect(number({ min: -1 })('-0')).toEqual({ stored: 0 });
    expect(Object.is(Number((number({ min: -1 })(-0) as { stored: number }).stored), 0)).toBe(true);
  });

  it('is shown with a decimal comma', () => {
    expect(showNumber(8.5, 2)).toBe('8,50');
    expect(showNumber(12, 0)).toBe('12');
  });
});
