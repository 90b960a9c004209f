import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listedStorage } from '../../../../tests/support/memory-storage.ts';
import { copiedRows, copyAllRows, copyRows } from './second-copy.ts';

beforeEach(() => void vi.stubGlobal('localStorage', listedStorage()));
afterEach(() => void vi.unstubAllGlobals());

const rows = (count: number, byte = 1) =>
  Array.from({ length: count }, (_, orden) => ({ orden, sellado: new Uint8Array([byte]) }));

// proves V24
it('a day with more operations than half of the limit keeps all copies when the outbox opens again, and when all change', () => {
  copyRows('a', rows(1_200), []);
  copyAllRows('a', rows(1_200));
  expect(copiedRows('a')).toHaveLength(1_200);
  copyAllRows('a', rows(1_200, 2));
  expect(copiedRows('a').every(({ sellado }) => sellado[0] === 2)).toBe(true);
  expect(copiedRows('a')).toHaveLength(1_200);
});

it('at most 2,000 are copied', () => {
  copyRows('a', rows(2_500), []);
  expect(copiedRows('a')).toHaveLength(2_000);
});
