import { describe, expect, it } from 'vitest';
import { printableData, printableText } from './printable-text.ts';

/** A font of Latin letters as the booklet's, without ĩ. */
const has = (codePoint: number) => codePoint < 0x17f && codePoint !== 0x129;
const print = (text: string) => printableText(text, has);

describe('what a font cannot draw', () => {
  it('leaves Spanish and what else the font has as it is', () => {
    expect(print('áéíóú ñÑ ü ¿Qué? ¡Sí! Š')).toBe('áéíóú ñÑ ü ¿Qué? ¡Sí! Š');
  });

  it('joins a letter and its accent that travel apart', () => {
    expect(print('n\u0303and\u0301')).toBe('ñand');
  });

  it('keeps the base letter where the accent is missing', () => {
    expect(print('Kĩchwa ỹ ﬁn')).toBe('Kichwa y fin');
  });

  it('writes one question mark for a run of anything else', () => {
    expect(print('ANA 👩‍👧👶🏽 李小龍.')).toBe('ANA ? ?.');
  });

  it('keeps line breaks, and turns other spaces into one that the font has', () => {
    expect(print('uno\ndos\ttres\u00a0mil\u202fcuatro')).toBe('uno\ndos tres mil cuatro');
  });

  it('reaches every text of a document and nothing else', () => {
    const data = { title: 'ĩ', rows: [['👶', 'ñ']], points: [{ x: 1, y: 2.5 }], none: null };
    expect(printableData(data, has)).toEqual({ ...data, title: 'i', rows: [['?', 'ñ']] });
  });
});
