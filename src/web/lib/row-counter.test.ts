import { expect, it } from 'vitest';
import { rowCounter } from './row-counter.ts';

/** The last count when the bytes arrive in chunks of this size. */
function counted(format: 'xlsx' | 'csv', bytes: number[], size: number, total: number): number {
  const count = rowCounter(format, 500, total);
  let rows = 0;
  for (let at = 0; at < bytes.length; at += size) rows = count(new Uint8Array(bytes.slice(at, at + size)));
  return rows;
}

const MARK = [0, 0, 0xff, 0xff];

it.each([1, 2, 3, 5, 100])('xlsx: every flush after the first is a batch of rows, in chunks of %i bytes', (size) => {
  expect(counted('xlsx', [80, 75, ...MARK], size, 2_000)).toBe(0);
  expect(counted('xlsx', [80, ...MARK, 7, 0, ...MARK, 0, 0, 0, ...MARK], size, 2_000)).toBe(1_000);
  expect(counted('xlsx', [0, 0, 0xff, 0, 0, 0xff, 0xff, ...MARK], size, 2_000)).toBe(500);
  expect(counted('xlsx', [0, 0xff, 0xff, 0, 0xff, 0xff], size, 2_000)).toBe(0);
});

it.each([1, 4, 100])('csv: every line after the header is a row, in chunks of %i bytes', (size) => {
  const bytes = [...new TextEncoder().encode('\uFEFFHCU;Cédula\r\n1;2\r\n3;4\r\n5;')];
  expect(counted('csv', bytes, size, 10)).toBe(2);
});

it('the count never exceeds the total', () => {
  expect(counted('xlsx', [...MARK, ...MARK, ...MARK], 4, 612)).toBe(612);
  expect(counted('csv', [10, 10, 10, 10], 4, 2)).toBe(2);
});
