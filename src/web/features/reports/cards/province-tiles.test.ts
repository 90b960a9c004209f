import { expect, test } from 'vitest';
import { PROVINCES } from '#domain/territory.ts';
import { TILES } from './province-tiles.ts';

test('every province has one tile at a position of its own', () => {
  expect(Object.keys(TILES).toSorted()).toEqual([...PROVINCES].toSorted());
  const places = Object.values(TILES).map(({ column, row }) => `${column},${row}`);
  expect(new Set(places).size).toBe(PROVINCES.length);
  expect(new Set(Object.values(TILES).map(({ short }) => short)).size).toBe(PROVINCES.length);
});
