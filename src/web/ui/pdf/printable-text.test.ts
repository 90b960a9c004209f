import { describe, expect, it } from 'vitest';
import { printableData, printableText } from './printable-text.ts';

/** A font of Latin letters like that of the booklet, without ĩ. */
const has = (codePoint: number) => codePoint < 0x17f && codePoint !== 0x129;
const print = (text: string) => printableText(text, has);

describe('printable text', () => {
  it('Spanish text and other characters of the font stay unchanged', () => {
    expect(print('áéíóú ñÑ ü ¿Qué? ¡Sí! Š')).toBe('áéíóú ñÑ ü ¿Qué? ¡Sí! Š');
  });

  it('a letter and a separate accent are combined', () => {
    expect(print('n\u0303and\u0301')).toBe('ñand');
  });

  it('a letter keeps its base if the font lacks the accent', () => {
    expect(print('Kĩchwa ỹ ﬁn')).toBe('Kichwa y fin');
  });

  it('a run of other characters becomes one question mark', () => {
    expect(print('ANA 👩‍👧👶🏽 李小龍.')).toBe('ANA ? ?.');
  });

  it('line breaks stay, and other white space becomes an ordinary space', () => {
    expect(print('uno\ndos\ttres\u00a0mil\u202fcuatro')).toBe('uno\ndos tres mil cuatro');
  });

  it('every text of a document is processed, and nothing else', () => {
    const data = { title: 'ĩ', rows: [['👶', 'ñ']], points: [{ x: 1, y: 2.5 }], none: null };
    expect(printableData(data, has)).toEqual({ ...data, title: 'i', rows: [['?', 'ñ']] });
  });
});
