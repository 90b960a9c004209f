import { describe, expect, it } from 'vitest';
import { REQUIRED, tryField } from '../../../tests/support/try-field.ts';
import type { TextField } from './field.ts';

const text = (rules: Partial<TextField> = {}) => tryField({ kind: 'text', label: 'Texto', ...rules });
const BLANK = [undefined, null, '', '   ', '\u0000', '\n\t'];

describe('text', () => {
  it.each(BLANK)('a blank value (%j) is empty, or an error if required', (value) => {
    expect(text()(value)).toEqual({ stored: '' });
    expect(text({ required: true })(value)).toEqual(REQUIRED);
    expect(text({ required: true, multiline: true })(value)).toEqual(REQUIRED);
  });

  it.each([5, true, ['a'], { a: 1 }])('%j is not a text', (value) => {
    expect(text()(value)).toEqual({ refused: ['Debe ser un texto'] });
  });

  it('the limit is 200 characters by default, counted after trimming', () => {
    expect(text()(` ${'x'.repeat(200)} `)).toEqual({ stored: 'x'.repeat(200) });
    expect(text()('x'.repeat(201))).toEqual({ refused: ['No debe tener más de 200 caracteres'] });
    expect(text({ max: 20 })('x'.repeat(21))).toEqual({ refused: ['No debe tener más de 20 caracteres'] });
  });

  it('a far too long text is refused only for its length, without reading it', () => {
    const marks = `a${'\u0301\u0316'.repeat(200_000)}1`;
    expect(text({ required: true, upperCase: true })(marks)).toEqual({
      refused: ['No debe tener más de 200 caracteres'],
    });
    expect(text({ max: 2000, multiline: true })(marks)).toEqual({ refused: ['No debe tener más de 2.000 caracteres'] });
    expect(text()(' '.repeat(400_000))).toEqual({ refused: ['No debe tener más de 200 caracteres'] });
  });

  it('the length is counted after upper-casing', () => {
    expect(text({ max: 3, upperCase: true })('ßß')).toEqual({ refused: ['No debe tener más de 3 caracteres'] });
  });

  it('a text is upper-cased where declared', () => {
    expect(text({ upperCase: true })(' muñoz peña ')).toEqual({ stored: 'MUÑOZ PEÑA' });
    expect(text()('muñoz')).toEqual({ stored: 'muñoz' });
  });

  it('line breaks are kept only where declared', () => {
    expect(text({ multiline: true })('a\r\nb\u0007')).toEqual({ stored: 'a\nb' });
    expect(text()('a\r\nb\u0007')).toEqual({ stored: 'ab' });
  });
});
