import { expect, test } from 'vitest';
import { distinctPrefix, findByTag } from './tags.ts';

const entry = (etiqueta: string) => ({ etiqueta });

test('one character of a tag is kept, which one cedula in 64 shares', () => {
  expect(distinctPrefix('a7Qz', [])).toBe('a');
  expect(distinctPrefix('a7Qz', ['b', 'c'])).toBe('a');
  expect(findByTag('a7Qz', [entry('b'), entry('a')])).toEqual(entry('a'));
  expect(findByTag('dxxx', [entry('b'), entry('a')])).toBeUndefined();
});

test('next to a tag with the same prefix, a longer prefix is kept, so that each tag finds its own entry', () => {
  const kept = distinctPrefix('a7Qz', ['a']);
  expect(kept).toBe('a7Q');
  const both = [entry('a'), entry(kept)];
  expect(findByTag('a7Qz', both)).toBe(both[1]);
  expect(findByTag('aBBB', both)).toBe(both[0]);
  // The first tag, computed again next to the second.
  expect(distinctPrefix('aBBB', [kept])).toBe('aB');
});

test('a whole tag of an earlier version is found, also next to a shortened one', () => {
  const old = entry('a7QzWWWWWWWW');
  expect(findByTag('a7QzWWWWWWWW', [entry('a'), old])).toBe(old);
  expect(distinctPrefix('a7QzVVVVVVVV', [old.etiqueta])).toBe('a7QzV');
});
