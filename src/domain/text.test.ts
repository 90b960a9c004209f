import { describe, expect, it } from 'vitest';
import { cleanText, foldText, inWords, isStorable, upperCase } from './text.ts';

describe('cleanText', () => {
  it('trims and composes', () => {
    expect(cleanText('  Nin\u0303a  ')).toBe('Niña');
  });

  it('removes every control character', () => {
    const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');
    expect(cleanText(`A${controls}\u007f\u0085\u009fB`)).toBe('AB');
  });

  it('keeps the line breaks of observations and no other control characters', () => {
    expect(cleanText('uno\r\ndos\rtres\ncuatro\u0000\u0007\t.', true)).toBe('uno\ndos\ntres\ncuatro.');
  });

  it('keeps letters, signs and emoji', () => {
    expect(cleanText("O'Brien <b>50%</b> _ \\ 👶🏽 Ñandú")).toBe("O'Brien <b>50%</b> _ \\ 👶🏽 Ñandú");
  });

  it('splits a run of more than 30 marks, once', () => {
    const clean = cleanText(`a${'\u0316'.repeat(70)}b`);
    expect(clean).toBe(`a${['\u0316'.repeat(30), '\u0316'.repeat(30), '\u0316'.repeat(10)].join('\u034F')}b`);
    expect(cleanText(clean)).toBe(clean);
    expect(foldText(clean)).toBe('ab');
    const short = `a${'\u0316'.repeat(30)}b`;
    expect(cleanText(short)).toBe(short);
  });

  it('turns a blank text into an empty one', () => {
    expect(cleanText(' \u0000\t\n\u00a0 ')).toBe('');
  });
});

describe('upperCase', () => {
  it.each([
    ['muñoz', 'MUÑOZ'],
    ['á é í ó ú ü', 'Á É Í Ó Ú Ü'],
    ['straße', 'STRASSE'],
    ['i', 'I'],
  ])('%s → %s', (text, upper) => {
    expect(upperCase(text)).toBe(upper);
  });
});

describe('foldText', () => {
  it.each([
    ['NABÓN', 'nabon'],
    ['  Santo   Domingo\tde los\u00a0Tsáchilas ', 'santo domingo de los tsachilas'],
    ['CAÑAR', 'canar'],
    ['Ü', 'u'],
    ['', ''],
  ])('%s → %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('gives the same for composed and decomposed letters', () => {
    expect(foldText('Nin\u0303o')).toBe(foldText('Niño'));
  });
});

it.each([
  [[], ''],
  [['peso'], 'peso'],
  [['peso', 'longitud', 'perímetro'], 'peso, longitud y perímetro'],
  [['fecha', 'indicación'], 'fecha e indicación'],
  [['agua', 'hielo'], 'agua y hielo'],
])('inWords joins %j', (items, text) => {
  expect(inWords(items)).toBe(text);
});

describe('isStorable', () => {
  it.each(['', 'Ñandú 50%', '👶🏽', 'clave-1'])('accepts %j', (text) => {
    expect(isStorable(text)).toBe(true);
  });

  it.each(['a\u0000b', 'a\nb', 'a\ud800b', '\udc76\ud83d'])('refuses %j', (text) => {
    expect(isStorable(text)).toBe(false);
  });
});
