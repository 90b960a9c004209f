import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

test.each([
  ['0650128831', '0650128831.pdf'],
  ['PAS-778 Ñ', 'PAS-778 Ñ.pdf'],
  ['../a\\b:c', '-a-b-c.pdf'],
  ['¿?*"<x>|', '¿-x-.pdf'],
  ['a\u0000\u202eb', 'a-b.pdf'],
  [' . ', 'libreta.pdf'],
  ['', 'libreta.pdf'],
  ['9'.repeat(400), `${'9'.repeat(60)}.pdf`],
])('%j becomes %s', (number, name) => {
  expect(fileNameOf(number, 'pdf')).toBe(name);
});

test('a prefix stands before the number', () => {
  expect(fileNameOf('0650/1', 'json', 'datos-')).toBe('datos-0650-1.json');
});
