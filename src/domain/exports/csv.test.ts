import { describe, expect, it } from 'vitest';
import { csvText, inertCell } from './csv.ts';

describe('a cell', () => {
  const SIGNS = ['=', '+', '-', '@', '|', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\u0000'];
  const BLANKS = ['', ' ', '   ', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u2060 ', ' \t'];

  it.each(SIGNS.flatMap((sign) => BLANKS.map((blank) => [`${blank}${sign}1+1`])))('%j gets an apostrophe', (text) => {
    expect(inertCell(text)).toBe(`'${text}`);
  });

  it.each(['', 'a', '1', '0603714023', 'a=1', "D'Angelo", '  sangría', '(02) 255-5555', '¿@?', 'Ñ＝1'])(
    '%j is unchanged',
    (text) => {
      expect(inertCell(text)).toBe(text);
    },
  );
});

it('a file has a BOM, semicolons, CRLF and quotes', () => {
  expect(
    csvText([
      ['Uno', 'Dos'],
      ['＝1+1', 'a;"b"'],
    ]),
  ).toBe('\uFEFFUno;Dos\r\n\'＝1+1;"a;""b"""');
  expect(csvText([['a']], { bom: false })).toBe('a');
});
