import { expect, test } from 'vitest';
import { foundBy, keptOf } from './tags.ts';

const entry = (etiqueta: string) => ({ etiqueta });

test('of a tag one character is kept, which a cedula shares with one in 64', () => {
  expect(keptOf('a7Qz', [])).toBe('a');
  expect(keptOf('a7Qz', ['b', 'c'])).toBe('a');
  expect(foundBy('a7Qz', [entry('b'), entry('a')])).toEqual(entry('a'));
  expect(foundBy('dxxx', [entry('b'), entry('a')])).toBeUndefined();
});

test('beside one that begins the same so much more is kept that each is found by its own', () => {
  const kept = keptOf('a7Qz', ['a']);
  expect(kept).toBe('a7Q');
  const both = [entry('a'), entry(kept)];
  expect(foundBy('a7Qz', both)).toBe(both[1]);
  expect(foundBy('aBBB', both)).toBe(both[0]);
  // The first one, renewed beside it.
  expect(keptOf('aBBB', [kept])).toBe('aB');
});

test('a tag that an earlier version kept whole is found, also beside one that is not', () => {
  const old = entry('a7QzWWWWWWWW');
  expect(foundBy('a7QzWWWWWWWW', [entry('a'), old])).toBe(old);
  expect(keptOf('a7QzVVVVVVVV', [old.etiqueta])).toBe('a7QzV');
});
