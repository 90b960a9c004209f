import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countPackedIds,
  packIds,
  packNumbers,
  packSeries,
  unpackIds,
  unpackNumbers,
  unpackSeries,
} from './small-text.ts';

it('unpacked numbers equal the packed ones, and the smallest need one letter', () => {
  const numbers = fc.array(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -40, max: 40 }), fc.constant(null)));
  fc.assert(
    fc.property(numbers, (some) => {
      expect(unpackNumbers(packNumbers(some))).toEqual(some);
    }),
  );
  expect(packNumbers([0, 15, -15, 16, null])).toHaveLength(6);
});

it('an unpacked column equals the packed one, and rising numbers are stored as differences', () => {
  const most = 2 ** 52 - 1;
  const numbers = fc.array(
    fc.oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: -40, max: 40 }), fc.constant(null)),
  );
  fc.assert(
    fc.property(numbers, (some) => {
      expect(unpackSeries(packSeries(some))).toEqual(some);
    }),
  );
  expect(packSeries([70_000, 70_001, null, 70_002, 70_003])).toHaveLength(1 + 4 + 1 + 3);
  expect(packSeries([7, 7, 7])).toHaveLength(3);
});

it('unpacked ids equal the packed ones', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(fc.uuid(), { maxLength: 9 }), fc.array(fc.uuid({ version: 4 }), { maxLength: 9 })),
      (ids) => {
        const text = packIds(ids);
        expect(countPackedIds(text)).toBe(ids.length);
        expect(unpackIds(text)).toEqual(ids);
      },
    ),
  );
  expect(packIds(Array.from({ length: 30 }, () => 'ffffffff-ffff-4fff-bfff-ffffffffffff'))).toHaveLength(610);
  expect(packIds(['ffffffff-ffff-7fff-bfff-ffffffffffff'])).toHaveLength(23);
});

it.each(['!', 'A+', 'gg!'])('a text with other letters is refused: %s', (text) => {
  expect(() => unpackNumbers(text)).toThrow(TypeError);
  expect(() => unpackSeries(text)).toThrow(TypeError);
  expect(() => unpackIds(`${text} `)).toThrow(TypeError);
});
