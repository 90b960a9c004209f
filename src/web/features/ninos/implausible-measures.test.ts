import { expect, it } from 'vitest';
import { loadStandards } from '#domain/growth/who/standards.ts';
import { implausibleMeasures } from './implausible-measures.ts';

const doubts = implausibleMeasures(await loadStandards('FEMENINO'), { birth: '2026-10-28', gestacion: null });
const ONE_MONTH = { fecha: '2026-11-28', edad: 1, peso: 4.2, longitud: 53.7, perimetro: 36.5 };
const pathsOf = (change: object) => doubts({ ...ONE_MONTH, ...change }).map(({ path }) => path);

it('names each measure that is impossible for the age', () => {
  expect(doubts(ONE_MONTH)).toEqual([]);
  expect(doubts({ ...ONE_MONTH, peso: 24 })).toEqual([
    { path: 'peso', msg: 'El peso para la edad está fuera de lo posible. Revisa el peso y la edad.' },
  ]);
  expect(pathsOf({ peso: 24, longitud: 100, perimetro: 53 })).toEqual(['peso', 'longitud', 'perimetro']);
});

it('names the weight where only its relation to the length is impossible', () => {
  expect(pathsOf({ peso: 6.9, longitud: 48 })).toEqual(['peso']);
});

it('says nothing of measures or a date that are not typed yet', () => {
  expect(pathsOf({ peso: null, longitud: null, perimetro: null })).toEqual([]);
  expect(pathsOf({ peso: 24, fecha: '' })).toEqual([]);
});
