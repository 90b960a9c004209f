import commonPasswords from '@zxcvbn-ts/language-common/src/passwords.json';
import { describe, expect, it } from 'vitest';
import { foldText } from '#domain/text.ts';
import { loadCommonPasswords } from './common-list.ts';
import { isEasyPassword, meetsPasswordRule, type PasswordOwner } from './easy-password.ts';

const common = await loadCommonPasswords();

const isEasy = (password: unknown, owner: PasswordOwner = {}) => isEasyPassword(password, owner, common);
const DOLORES = { nombre: 'María Dolores', apellido: 'De la Cruz Ñáñez', cedula: '0602948179' };

describe('the list of common passwords', () => {
  it('has exactly the passwords that some spelling makes valid for the specification', () => {
    // Upper and lower case in turn, so that every word with two letters has both.
    const spelt = (word: string, first: number) =>
      word.replace(/\p{L}/gu, (letter) => {
        first += 1;
        return first % 2 === 0 ? letter.toUpperCase() : letter;
      });
    const choosable = commonPasswords.filter((word) => meetsPasswordRule(spelt(word, 0)));
    expect([...common].toSorted()).toEqual(choosable.toSorted());
    expect(common.size).toBeGreaterThan(3_000);
    for (const word of common) expect(foldText(word)).toBe(word);
  });

  it.each(['Password1', 'PASSWORd1', 'Qwerty123', 'P@ssw0rd', 'Pásswörd1', 'wELCOME1'])(
    'matches %s in any case and accents',
    (password) => expect(isEasy(password)).toBe(true),
  );

  it.each(['Password1x', 'xPassword1', 'Segura123', 'Tres montes azules 7'])(
    'does not match %s, because it is compared as a whole',
    (password) => expect(isEasy(password)).toBe(false),
  );
});

describe('a password with personal data', () => {
  it.each([
    ['the first name', 'Maria2026'],
    ['the second name', 'xDOLORES77y'],
    ['a name with its accents', 'MARÍA2026x'],
    ['a surname in the middle', 'miCruz2026'],
    ['a surname without its accents', 'nanez2026A'],
    ['the cedula', 'Ab0602948179'],
  ])('is easy with %s', (_what, password) => {
    expect(isEasy(password, DOLORES)).toBe(true);
    expect(isEasy(password)).toBe(false);
  });

  it.each([
    ['short words between the names', 'Dela1234la'],
    ['part of the cedula', 'Ab060294817'],
    ['the name of another person', 'Rosa2026x'],
  ])('is not easy with %s', (_what, password) => expect(isEasy(password, DOLORES)).toBe(false));

  it('is easy with a surname of three letters at any place', () => {
    expect(isEasy('Montes2026', { apellido: 'Paz' })).toBe(false);
    expect(isEasy('Capaz2026', { apellido: 'Paz' })).toBe(true);
  });

  it('is easy with a name of two-letter words only as a whole', () => {
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
  ])('is not easy without valid data of the owner: %j', (owner) =>
    expect(isEasy('Tres montes azules 7', owner)).toBe(false),
  );

  it('is easy only with a whole cedula', () => expect(isEasy('Ab17montes', { cedula: '17' })).toBe(false));
});

it.each(['', 'password1', 'Maria', 'MARIA2026', undefined, null, 7])(
  'a password that the specification refuses is not also called easy: %j',
  (password) => expect(isEasy(password, { nombre: 'María' })).toBe(false),
);

it('only the maximum length of a name is compared', () => {
  const owner = { nombre: `${'ab '.repeat(70)}maria` };
  expect(isEasy('Maria2026', owner)).toBe(false);
});
