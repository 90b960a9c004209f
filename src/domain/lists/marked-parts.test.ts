import { expect, test } from 'vitest';
import { markedParts } from './marked-parts.ts';

const marked = (name: string, q: string) =>
  markedParts(name, q)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('the beginning of a word is marked, with its accents', () => {
  expect(marked('MARÍA PILATAXI', 'pila')).toBe('MARÍA [PILA]TAXI');
  expect(marked('MARÍA PILATAXI', 'maria')).toBe('[MARÍA] PILATAXI');
  expect(marked('NUÑEZ ÑAUPARI', 'ñau')).toBe('NUÑEZ [ÑAU]PARI');
});

test('each word of the search is marked once', () => {
  expect(marked('ANA PILATAXI ANA', 'pi an')).toBe('[AN]A [PI]LATAXI ANA');
});

test('a part of a word is marked where no word begins so', () => {
  expect(marked('PILATAXI', 'tax')).toBe('PILA[TAX]I');
  expect(marked('PILATAXI', 'ta')).toBe('PILA[TA]XI');
  expect(marked('PILATAXI TAXA', 'ta')).toBe('PILATAXI [TA]XA');
});

test('a search for something else marks nothing', () => {
  expect(marked('ANA', '0650')).toBe('ANA');
  expect(marked('', 'ana')).toBe('');
  expect(marked('ANA', '...')).toBe('ANA');
});
