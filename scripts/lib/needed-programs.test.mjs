import { expect, test } from 'vitest';
import { requirePrograms } from './needed-programs.mjs';

test('a missing program stops the command with one sentence that names its package', () => {
  expect(() => requirePrograms({ sh: 'dash', 'libreta-a': 'paquete-uno', 'libreta-b': 'paquete-uno' })).toThrow(
    /^Falta libreta-a y libreta-b: en Debian se instala con «apt-get install paquete-uno»\.$/,
  );
});

test('installed programs are accepted', () => {
  expect(() => requirePrograms({ sh: 'dash' })).not.toThrow();
});
