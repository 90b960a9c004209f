import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packedIds, packIds, packNumbers, unpackIds, unpackNumbers } from './small-text.ts';

it('numbers come out as they were, the smallest as one letter', () => {
  const numbers = fc.array(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -40, max: 40 }), fc.constant(null)));
  fc.assert(
    fc.property(numbers, (some) => {
      expect(unpackNumbers(packNumbers(some))).toEqual(some);
    }),
  );
  expect(packNumbers([0, 15, -15, 16, null])).toHaveLength(6);
});

it('ids come out as they were, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.uuid(), { maxLength: 9 }), (ids) => {
      const text = packIds(ids);
      expect(packedIds(text)).toBe(ids.length);
      expect(unpackIds(text)).toEqual(ids);
    }),
  );
  expect(packIds(['ffffffff-ffff-4fff-bfff-ffffffffffff'])).toHaveLength(22);
});

it.each(['!', 'A+', 'gg!'])('a text of other letters is refused: %s', (text) => {
  expect(() => unpackNumbers(text)).toThrow(TypeError);
  expect(() => unpackIds(`${text} `)).toThrow(TypeError);
});
