import { describe, expect, it } from 'vitest';
import { firstColumn, preview, readLines } from './read-lines.ts';

describe('readLines', () => {
  it.each<[string, string, string[]]>([
    ['blank text has no lines', ' \n\n\t', []],
    ['one name per line, with any line ending', 'Uno\r\nDos\nTres\rCuatro', ['Uno', 'Dos', 'Tres', 'Cuatro']],
    ['blank lines and surrounding spaces are ignored', '  Uno \n\n   \nDos', ['Uno', 'Dos']],
    ['a comma belongs to the name', 'Centro de Salud, Colta', ['Centro de Salud, Colta']],
    ['only the first column is read', 'Colta\t0601\nGuano\t0602', ['Colta', 'Guano']],
    ['quotes around a cell are removed', '"Colta"\t1\n"El ""Oro"""', ['Colta', 'El "Oro"']],
    ['an unclosed quote is an ordinary character', '"Colta\nGuano', ['"Colta', 'Guano']],
    ['a heading is omitted', 'NOMBRE\nColta', ['Colta']],
    ['a heading is kept if it is the only line', 'Establecimiento', ['Establecimiento']],
    ['the byte order mark is omitted', '\ufeffColta', ['Colta']],
  ])('%s', (_case, text, lines) => {
    expect(readLines(text)).toEqual({ lines, repeated: 0 });
  });

  it('omits duplicates, regardless of case and accents', () => {
    expect(readLines('Nabón\nNABON\n nabón \nColta')).toEqual({ lines: ['Nabón', 'Colta'], repeated: 2 });
  });
});

it.each([
  ['Uno', 'Se enviará 1 línea.'],
  ['Uno\nDos', 'Se enviarán 2 líneas.'],
  ['Uno\nuno', 'Se enviará 1 línea; 1 repetida se omite.'],
  ['Uno\nuno\nUNO\nDos', 'Se enviarán 2 líneas; 2 repetidas se omiten.'],
])('%j: %s', (text, sentence) => {
  expect(preview(readLines(text))).toBe(sentence);
});

describe('firstColumn', () => {
  it.each([
    ['commas', 'Colta,0601,x\nGuano,0602'],
    ['semicolons, as Excel writes them in Spanish', 'Colta;0601,5\nGuano;0602'],
    ['tabs', 'Colta\t1\nGuano\t2'],
    ['one column', 'Colta\r\nGuano\r\n'],
    ['quotes', '"Colta","a,b"\n"Guano",""'],
  ])('reads a file with %s', (_case, csv) => {
    expect(firstColumn(csv)).toBe('Colta\nGuano');
  });

  it('keeps a separator inside quotes', () => {
    expect(firstColumn('"Salud, Colta",1\n"El ""Oro""",2')).toBe('Salud, Colta\nEl "Oro"');
  });
});
