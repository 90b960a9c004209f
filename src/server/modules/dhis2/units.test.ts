import { expect, it } from 'vitest';
import type { MappingRow } from '#domain/calls/dhis2.ts';
import { AGGREGATE_KEYS } from '#domain/dhis2/aggregates.ts';
import { totalsOf, unitsOf } from './units.ts';

const figures = (count: number) => AGGREGATE_KEYS.map((_, at) => (at === 0 ? count : 0));
const at = (provincia: string, canton: string, establecimiento: string, count: number) => ({
  ...{ provincia, canton, establecimiento },
  figures: figures(count),
});
const COUNTED = [
  at('CHIMBORAZO', 'COLTA', 'Centro Colta', 3),
  at('CHIMBORAZO', 'GUANO', 'CENTRO COLTÁ', 2),
  at('LOJA', 'OLMEDO', '', 5),
  at('MANABÍ', 'OLMEDO', 'Otro', 7),
  at('', 'COLTA', '', 1),
];
const canton = (clave: string, nombre: string, provincia: string, codigo: string): MappingRow => ({
  ...{ tipo: 'canton', clave, nombre, provincia, codigo },
});
const ROWS: MappingRow[] = [
  canton('0603', 'COLTA', 'CHIMBORAZO', 'A'),
  canton('0101', 'CUENCA', 'AZUAY', 'B'),
  { tipo: 'establecimiento', clave: 'centro colta', nombre: 'Centro Colta', provincia: '', codigo: 'E' },
  { tipo: 'establecimiento', clave: 'vacio', nombre: 'Vacío', provincia: '', codigo: 'V' },
];
const names = {
  rows: ROWS,
  codeOf: (tipo: string, clave: string) => ROWS.find((row) => row.tipo === tipo && row.clave === clave)?.codigo ?? '',
  nameOf: (tipo: string, clave: string) => ROWS.find((row) => row.tipo === tipo && row.clave === clave)?.nombre,
};
const rollup = (level: 'canton' | 'establecimiento', places: Parameters<typeof unitsOf>[1]['places'] = null) =>
  unitsOf(COUNTED, { level, names, places }).map(({ clave, nombre, provincia, codigo, valores }) => [
    ...[clave, nombre, provincia, codigo, valores[0]],
  ]);

it('cantons of one name are told apart, one with a code is there without figures, and people without a canton come last', () => {
  expect(rollup('canton')).toEqual([
    ['0603', 'COLTA', 'CHIMBORAZO', 'A', 3],
    ['0101', 'CUENCA', 'AZUAY', 'B', 0],
    ['0607', 'GUANO', 'CHIMBORAZO', '', 2],
    ['1116', 'OLMEDO', 'LOJA', '', 5],
    ['1318', 'OLMEDO', 'MANABÍ', '', 7],
    ['', '', '', '', 1],
  ]);
});

it('an establishment is one whatever the case and accents of its name, and the cantons of its people', () => {
  expect(rollup('establecimiento')).toEqual([
    ['centro colta', 'Centro Colta', '', 'E', 5],
    ['otro', 'Otro', '', '', 7],
    ['vacio', 'Vacío', '', 'V', 0],
    ['', '', '', '', 6],
  ]);
});

it('a reader of some places gets their figures only, and no zeros of other places', () => {
  const places = [
    { provincia: 'CHIMBORAZO', canton: 'COLTA' },
    { provincia: 'LOJA', canton: null },
  ];
  expect(rollup('canton', places).map(([clave, , , , count]) => [clave, count])).toEqual([
    ['0603', 3],
    ['1116', 5],
  ]);
  expect(rollup('establecimiento', places).map(([clave, , , , count]) => [clave, count])).toEqual([
    ['centro colta', 3],
    ['', 5],
  ]);
});

it('the totals are the sums over the places', () => {
  expect(totalsOf(unitsOf(COUNTED, { level: 'canton', names, places: null }))[0]).toBe(18);
});
