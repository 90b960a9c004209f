import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../new-id.ts';
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

it('unpacked ids equal the packed ones, whatever their version and time', () => {
  const instants = fc.integer({ min: 0, max: 2 ** 43 });
  const ids = fc.oneof(
    fc.uuid(),
    fc.uuid({ version: 7 }),
    instants.map((at) => newId(at)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, instants), { maxLength: 9 }), (some) => {
      const near = some.map(([, instant]) => instant);
      const text = packIds(
        some.map(([id]) => id),
        near,
      );
      expect(countPackedIds(text)).toBe(some.length);
      expect(unpackIds(text, near)).toEqual(some.map(([id]) => id));
    }),
  );
});

it('an id made shortly before its instant needs 15 letters, of which 13 are random, and another id 23', () => {
  const near = Array.from({ length: 30 }, (_, at) => Date.UTC(2026, 10, 28) + at * 86_400_000);
  const ids = near.map((instant) => newId(instant - 90_000));
  expect(packIds(ids, near).length / ids.length).toBeLessThan(14.8);
  expect(packIds(['ffffffff-ffff-4fff-bfff-ffffffffffff'], [0])).toHaveLength('.!!'.length + 22);
});

it.each(['!', 'A+', 'gg!'])('a text with other letters is refused: %s', (text) => {
  expect(() => unpackNumbers(text)).toThrow(TypeError);
  expect(() => unpackSeries(text)).toThrow(TypeError);
  expect(() => unpackIds(`${text} !`, [])).toThrow(TypeError);
});
