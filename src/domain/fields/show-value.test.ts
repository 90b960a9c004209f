import { describe, expect, it } from 'vitest';
import { emptyValue, type Field, showValue, unitOf } from './index.ts';
import { fieldWarning } from './warning.ts';

const text: Field = { kind: 'text', label: 'Texto' };
const weight: Field = { kind: 'number', label: 'Peso', min: 2, max: 24, decimals: 2 };
const date: Field = { kind: 'date', label: 'Fecha' };
const flag: Field = { kind: 'flag', label: 'Normal', default: true };
const choice: Field = {
  kind: 'choice',
  label: 'Discapacidad',
  options: [{ value: 'Si', label: 'Sí' }],
  default: 'Si',
};

describe('showValue', () => {
  it.each([text, weight, date, flag, choice])('an empty $kind is N/A', (field) => {
    for (const empty of [undefined, null, '']) expect(showValue(field, empty)).toBe('N/A');
  });

  it.each([
    [text, 'SIN NOVEDAD', 'SIN NOVEDAD'],
    [weight, 8.5, '8,50'],
    [weight, 0, '0,00'],
    [date, '2026-09-22T00:00:00.000Z', '2026-09-22'],
    [flag, true, 'Sí'],
    [flag, false, 'No'],
    [choice, 'Si', 'Sí'],
    [choice, 'Otro', 'Otro'],
  ] as const)('%o %j is %s', (field, value, shown) => {
    expect(showValue(field, value)).toBe(shown);
  });
});

it('emptyValue gives the stored value of an empty field', () => {
  expect([text, weight, date, flag, choice].map(emptyValue)).toEqual(['', null, null, true, 'Si']);
});

it('only a document with a wrong check digit gives a warning', () => {
  const document: Field = { kind: 'text', label: 'Cédula', document: true };
  expect(fieldWarning(document, '1710034065')).toBeUndefined();
  expect(fieldWarning(document, 'PASAPORTE 1')).toBeUndefined();
  expect(fieldWarning(document, null)).toBeUndefined();
  expect(fieldWarning(document, '1710034060')).toContain('verificación');
  expect(fieldWarning(text, '1710034060')).toBeUndefined();
});

describe('unitOf', () => {
  it.each([
    ['meses', '1', 'mes'],
    ['meses', '12', 'meses'],
    ['años', '1', 'año'],
    ['kg', '1', 'kg'],
    [undefined, '1', undefined],
  ])('the unit %s of %s is %s', (unit, shown, expected) => expect(unitOf(unit, shown)).toBe(expected));
});
