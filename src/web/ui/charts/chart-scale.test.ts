import { expect, test } from 'vitest';
import { ageAxis, axisFor, scaleOf, ticksOf, widenAxis } from './chart-scale.ts';

const paper = { from: 2, to: 18, step: 2 };

test('an axis keeps its bounds while every value fits', () => {
  expect(widenAxis(paper, [2, 8.55, 18])).toEqual(paper);
  expect(widenAxis(paper, [])).toEqual(paper);
});

test('a value beyond an axis widens it by whole steps', () => {
  expect(widenAxis(paper, [18.1, 1.9])).toEqual({ from: 0, to: 20, step: 2 });
});

test('steps are counted from the bounds of the axis, even if these are not multiples of the step', () => {
  const head = { from: 30, to: 54, step: 4 };
  expect(widenAxis(head, [30.3, 52])).toEqual(head);
  expect(widenAxis(head, [29.9, 54.1])).toEqual({ from: 26, to: 58, step: 4 });
  expect(ticksOf(widenAxis(head, [29.9]))).toEqual([26, 30, 34, 38, 42, 46, 50, 54]);
});

test('no tick lies outside of the axis', () => {
  expect(ticksOf({ from: 28, to: 54, step: 4 })).toEqual([28, 32, 36, 40, 44, 48, 52]);
  expect(ticksOf({ from: 0, to: 0.6, step: 0.2 })).toHaveLength(4);
});

test('the age axis ends at two years, or at five if a point is later; a second birthday still counts as two years', () => {
  expect(ageAxis([{ x: 731 / 30.4375 }]).to).toBe(24);
  expect(ageAxis([{ x: 3 }, { x: 25 }]).to).toBe(60);
  expect(ageAxis([{ x: 61 }]).to).toBe(66);
});

test('both bounds have a tick, and a value between them is placed in proportion', () => {
  expect(ticksOf({ from: 10, to: 22, step: 4 })).toEqual([10, 14, 18, 22]);
  expect(scaleOf(paper, 100, 0)(10)).toBe(50);
});

test.each([
  [[182, 334, 297], true, 1, { from: 0, to: 400, step: 100 }],
  [[1, 2], true, 1, { from: 0, to: 2, step: 1 }],
  [[0, 0], true, 1, { from: 0, to: 1, step: 1 }],
  [[7.71, 8.91], false, 0.5, { from: 7.5, to: 9, step: 0.5 }],
  [[8.2], false, 0.5, { from: 7.5, to: 8.5, step: 0.5 }],
  [[2, 24], false, 0.5, { from: 0, to: 30, step: 10 }],
] as const)('an axis for %j (from zero: %s) has round steps', (values, fromZero, finest, axis) => {
  expect(axisFor(values, fromZero, finest)).toEqual(axis);
});
