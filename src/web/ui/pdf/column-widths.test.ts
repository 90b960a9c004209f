import { expect, test } from 'vitest';
import { minColumnWidths } from './column-widths.ts';

const column = (words: number[], values: number[]) => ({ words, space: 1, values, padding: 4 });

test('a heading takes two lines, broken where both are shortest', () => {
  expect(minColumnWidths([column([12, 4, 12, 2, 8], [30])], 100)).toEqual([34]);
  expect(minColumnWidths([column([12, 4, 12, 2, 8], [])], 100)).toEqual([28]);
});

test('values fit completely if there is room, and otherwise share it', () => {
  const texts = [column([10], [40]), column([10], [120])];
  expect(minColumnWidths(texts, 178)).toEqual([44, 50]);
  expect(minColumnWidths(texts, 60)).toEqual([30, 30]);
});

test('if the headings do not fit, no widths are returned', () => {
  expect(minColumnWidths([column([30], []), column([30], [])], 60)).toBeNull();
});
