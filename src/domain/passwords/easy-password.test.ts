import known from '@zxcvbn-ts/language-common/src/passwords.json';
import { describe, expect, it } from 'vitest';
import { foldText } from '#domain/text.ts';
import { loadCommonPasswords } from './common-list.ts';
import { isEasyPassword, meetsPasswordRule, type PasswordOwner } from './easy-password.ts';

const common = await loadCommonPasswords();

const isEasy = (password: unknown, owner: PasswordOwner = {}) => isEasyPassword(password, owner, common);
const DOLORES = { nombre: 'María Dolores', apellido: 'De la Cruz Ñáñez', cedula: '0602948179' };

describe('the list', () => {
  it('holds every common password that the specification lets through in some spelling, and no other', () => {
    // Every letter once large and once small, in turn: whoever has two letters has both.
    const spelt = (word: string, first: number) =>
      word.replace(/\p{L}/gu, (letter) => {
        first += 1;
        return first % 2 === 0 ? letter.toUpperCase() : letter;
      });
    const choosable = known.filter((word) => meetsPasswordRule(spelt(word, 0)));
    expect([...common].toSorted()).toEqual(choosable.toSorted());
    expect(common.size).toBeGreaterThan(3_000);
    for (const word of common) expect(foldText(word)).toBe(word);
  });

  it.each(['Password1', 'PASSWORd1', 'Qwerty123', 'P@ssw0rd', 'Pásswörd1', 'wELCOME1'])(
    'makes %s easy, in whatever case and accents',
    (password) => expect(isEasy(password)).toBe(true),
  );

  it.each(['Password1x', 'xPassword1', 'Segura123', 'Tres montes azules 7'])(
    'says nothing of %s: it is compared whole',
    (password) => expect(isEasy(password)).toBe(false),
  );
});

describe('what is the person’s own', () => {
  it.each([
    ['the first name', 'Maria2026'],
    ['the second name', 'xDOLORES77y'],
    ['a name with its accents', 'MARÍA2026x'],
    ['a surname in the middle', 'miCruz2026'],
    ['a surname without its accents', 'nanez2026A'],
    ['the cedula', 'Ab0602948179'],
  ])('is easy to guess: %s', (_what, password) => {
    expect(isEasy(password, DOLORES)).toBe(true);
    expect(isEasy(password)).toBe(false);
  });

  it.each([
    ['short words between the names', 'Dela1234la'],
    ['part of the cedula', 'Ab060294817'],
    ['somebody else’s name', 'Rosa2026x'],
  ])('is not: %s', (_what, password) => expect(isEasy(password, DOLORES)).toBe(false));

  it('is a surname of three letters wherever it stands', () => {
    expect(isEasy('Montes2026', { apellido: 'Paz' })).toBe(false);
    expect(isEasy('Capaz2026', { apellido: 'Paz' })).toBe(true);
  });

  it('is a name of two-letter words only as a whole', () => {
    const owner = { nombre: 'Li Wu', apellido: "D'Ao" };
    expect(isEasy('Livianas26', owner)).toBe(false);
    expect(isEasy('Liwu2026x', owner)).toBe(true);
    expect(isEasy('xDao2026x', owner)).toBe(true);
    expect(isEasy('Lo montes 2026', { nombre: 'L O' })).toBe(false);
  });

  it.each([
    {},
    { nombre: '', apellido: '', cedula: '' },
    { nombre: '  ', apellido: null, cedula: 602948179 },
    { nombre: 7, apellido: ['Cruz'], cedula: {} },
  ])('is nothing where it is not known: %j', (owner) => expect(isEasy('Tres montes azules 7', owner)).toBe(false));

  it('is only a whole cedula', () => expect(isEasy('Ab17montes', { cedula: '17' })).toBe(false));
});

it.each(['', 'password1', 'Maria', 'MARIA2026', undefined, null, 7])(
  'what the specification refuses anyway is not also called easy: %j',
  (password) => expect(isEasy(password, { nombre: 'María' })).toBe(false),
);

it('reads no more of a name than any account keeps', () => {
  const owner = { nombre: `${'ab '.repeat(70)}maria` };
  expect(isEasy('Maria2026', owner)).toBe(false);
});
