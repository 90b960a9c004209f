import { describe, expect, test } from 'vitest';
import type { Field } from '../fields/index.ts';
import { RECORDS } from '../records/index.ts';
import { readCell, withLostZero } from './cells.ts';

const { control, nino, mujer } = RECORDS;
const field = (definition: { fields: Readonly<Record<string, Field>> }, name: string) =>
  definition.fields[name] as Field;

describe('a date', () => {
  const date = field(control, 'fecha');
  test.each([
    ['23/11/2026', '2026-11-23'],
    ['3/1/2026', '2026-01-03'],
    ['03-01-2026', '2026-01-03'],
    ['3.1.2026', '2026-01-03'],
    ['2026-11-23', '2026-11-23'],
    ['2026/11/23', '2026-11-23'],
    ['2026-11-23T10:30:00', '2026-11-23'],
    ['23/11/2026 00:00', '2026-11-23'],
    [46_349, '2026-11-23'],
    [46_349.75, '2026-11-23'],
    [10_000, '1927-05-18'],
  ])('%s is %s', (cell, day) => {
    expect(readCell(date, cell)).toBe(day);
  });
  test.each([['31/02/2026'], ['11/23/2026'], ['23/11/26'], ['ayer'], [2025], [9_999], [0], [-5], [3_000_000]])(
    '%s is no day and stays as it is',
    (cell) => {
      expect(readCell(date, cell)).toBe(String(cell));
    },
  );
});

describe('a number', () => {
  const weight = field(control, 'peso');
  test.each([
    ['8,55', 8.55],
    ['8.55', 8.55],
    [' 8 ', 8],
    ['8,5 kg', 8.5],
    ['+8', 8],
    [8.550000000000001, 8.55],
  ])('%s is %d', (cell, value) => {
    expect(readCell(weight, cell)).toBe(value);
  });
  test.each(['1.234,5', '8,5,5', 'ocho', '8 5', '1e3', '0x10'])('%s is none and stays as it is', (cell) => {
    expect(readCell(weight, cell)).toBe(cell);
  });
});

describe('yes and no', () => {
  const flag = field(control, 'vitaminaA');
  const choice = field(nino, 'discapacidad');
  test.each(['Sí', 'si', 'S', 'X', 'x', '1', 'VERDADERO', 'true', '\u2713'])('%s is yes', (cell) => {
    expect([readCell(flag, cell), readCell(choice, cell)]).toEqual([true, 'Si']);
  });
  test.each(['No', 'n', '0', 'FALSO', 'False'])('%s is no', (cell) => {
    expect([readCell(flag, cell), readCell(choice, cell)]).toEqual([false, 'No']);
  });
  test('a boolean or number of the sheet is read too', () => {
    expect([true, false, 1, 0].map((cell) => readCell(flag, cell))).toEqual([true, false, true, false]);
  });
  test('anything else stays as it is', () => {
    expect([readCell(flag, 'quizás'), readCell(choice, 'quizás')]).toEqual(['quizás', 'quizás']);
  });
});

describe('sex', () => {
  const sex = field(nino, 'sexo');
  test.each([
    ['F', 'FEMENINO'],
    ['Mujer', 'FEMENINO'],
    ['niña', 'FEMENINO'],
    ['H', 'MASCULINO'],
    ['Varón', 'MASCULINO'],
    ['masculino', 'MASCULINO'],
  ])('%s is %s', (cell, value) => {
    expect(readCell(sex, cell)).toBe(value);
  });
  test('M is a man beside F, a woman beside H, and undecided otherwise', () => {
    const read = (...values: string[]) => readCell(sex, 'M', new Set(values));
    expect([read('f', 'm'), read('h', 'm'), read('m'), read('f', 'h', 'm')]).toEqual([
      'MASCULINO',
      'FEMENINO',
      'M',
      'M',
    ]);
  });
});

describe('what Excel made a number', () => {
  test('a cédula stays as its digits, and gets its zero back only if the check digit fits', () => {
    expect(readCell(field(mujer, 'cedula'), 603_714_023)).toBe('603714023');
    expect(withLostZero('603714023')).toBe('0603714023');
    expect(withLostZero('603714027')).toBeNull();
    expect(withLostZero('0603714023')).toBeNull();
    expect(withLostZero('60371402')).toBeNull();
  });
  test('a telephone gets its zero back', () => {
    const phone = field(mujer, 'celular');
    expect([readCell(phone, 991_234_567), readCell(phone, '991234567')]).toEqual(['0991234567', '991234567']);
  });
});
