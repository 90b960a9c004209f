import { expect, test } from 'vitest';
import { isFigureBelow, labelLayout, pointsWithFigure, shortLabel } from './line-layout.ts';

const cantons = (count: number) => Array.from({ length: count }, (_, index) => `CANTÓN ${index}`);

test('labels are horizontal while they fit', () => {
  expect(labelLayout(cantons(3), 200, true)).toEqual({ every: 1, turned: false });
  expect(labelLayout(['ALFREDO BAQUERIZO MORENO'], 20, true)).toEqual({ every: 1, turned: false });
  expect(labelLayout([], Number.POSITIVE_INFINITY, true)).toEqual({ every: 1, turned: false });
});

test('many names are rotated, and some are left out if they still do not fit', () => {
  expect(labelLayout(cantons(8), 36, true)).toEqual({ every: 1, turned: true });
  expect(labelLayout(cantons(222), 3, true)).toEqual({ every: 7, turned: true });
});

test('month labels are never rotated', () => {
  expect(labelLayout(['ENE', 'FEB', 'MAR'], 20, false)).toEqual({ every: 2, turned: false });
});

test('a long name is truncated', () => {
  expect(shortLabel('PEDRO VICENTE MALDONADO')).toBe('PEDRO VICENTE M…');
  expect(shortLabel('COLTA')).toBe('COLTA');
});

test('figures are written without overlap, the last one with priority', () => {
  expect([...pointsWithFigure([5, 9, 7], 60)]).toEqual([0, 1, 2]);
  expect([...pointsWithFigure([5, 1, 2, 3, 9, 8], 20)]).toEqual([5, 1]);
  expect(pointsWithFigure([], 10).size).toBe(0);
});

test('a figure is below its point at a local minimum, also at the ends of the line', () => {
  const values = [3, 1, 2, 2, 9, 4];
  expect(values.map((_, index) => isFigureBelow(values, index))).toEqual([false, true, false, false, false, true]);
  expect(isFigureBelow([7], 0)).toBe(false);
});
