import { expect, test } from 'vitest';
import { holding, scaleOf, ticksOf } from './chart-scale.ts';

const paper = { from: 2, to: 18, step: 2 };

test('the paper stays the same while every value fits', () => {
  expect(holding(paper, [2, 8.55, 18])).toEqual(paper);
  expect(holding(paper, [])).toEqual(paper);
});

test('it grows by whole steps for a value beyond its edges', () => {
  expect(holding(paper, [18.1, 1.9])).toEqual({ from: 0, to: 20, step: 2 });
});

test('marks stand on both edges and a value in between is in proportion', () => {
  expect(ticksOf({ from: 10, to: 22, step: 4 })).toEqual([10, 14, 18, 22]);
  expect(scaleOf(paper, 100, 0)(10)).toBe(50);
});
