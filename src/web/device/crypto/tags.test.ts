import { expect, test } from 'vitest';
import { foundBy, keptOf } from './tags.ts';

const entry = (etiqueta: string) => ({ etiqueta });

test('one character of a tag is kept, which one cedula in 64 shares', () => {
  expect(keptOf('a7Qz', [])).toBe('a');
  expect(keptOf('a7Qz', ['b', 'c'])).toBe('a');
  expect(foundBy('a7Qz', [entry('b'), entry('a')])).toEqual(entry('a'));
  expect(foundBy('dxxx', [entry('b'), entry('a')])).toBeUndefined();
});

test('next to a tag with the same prefix, a longer prefix is kept, so that each tag finds its own entry', () => {
  const kept = keptOf('a7Qz', ['a']);
  expect(kept).toBe('a7Q');
  const both = [entry('a'), entry(kept)];
  expect(foundBy('a7Qz', both)).toBe(both[1]);
  expect(foundBy('aBBB', both)).toBe(both[0]);
  // The first tag, computed again next to the second.
  expect(keptOf('aBBB', [kept])).toBe('aB');
});

test('a whole tag of an earlier version is found, also next to a shortened one', () => {
  const old = entry('a7QzWWWWWWWW');
  expect(foundBy('a7QzWWWWWWWW', [entry('a'), old])).toBe(old);
  expect(keptOf('a7QzVVVVVVVV', [old.etiqueta])).toBe('a7QzV');
});
