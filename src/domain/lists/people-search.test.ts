import { expect, test } from 'vitest';
import { foldText } from '../text.ts';
import type { ListedPerson } from './listed-row.ts';
import { documentKey, findPeople, peopleSearch, searchedText } from './people-search.ts';

let registered = 0;

type Person = ListedPerson & { readonly tipo: string };

function person(tipo: 'mujer' | 'nino', name: string, change: Record<string, string> = {}): Person {
  registered += 1;
  const { cedula = `S-${registered}`, hcu = `H${registered}` } = change;
  return {
    ...{ tipo, cedula, hcu, cedulamadre: '', celular: '', telfdomicilio: '', nombres: name, custodio: 'rosa' },
    ...{ _id: name, createdBy: { _id: 'rosa' }, orden: registered },
    fechaRegistro: new Date(Date.UTC(2026, 10, 1, 0, registered)).toISOString(),
    ...change,
    busqueda: foldText([cedula, hcu, name].join(' ')),
  };
}

const names = (rows: readonly Person[], q: string, limit = 8) => findPeople(rows, q, limit).map(({ _id }) => _id);

test('women and children are found by words of their names, without accents and capitals', () => {
  const rows = [person('mujer', 'MARÍA PILATAXI'), person('nino', 'JHON PILATAXI'), person('nino', 'ANA GUALLI')];
  expect(names(rows, 'pilataxi')).toEqual(['JHON PILATAXI', 'MARÍA PILATAXI']);
  expect(names(rows, ' PILA  maria ')).toEqual(['MARÍA PILATAXI']);
  expect(names(rows, 'pila gualli')).toEqual([]);
});

test('one letter or more find beginnings of words first, and then their middle', () => {
  const rows = [person('nino', 'PILATAXI'), person('nino', 'TAXA'), person('nino', 'PILATUXI')];
  expect(names(rows, 't')).toEqual(['TAXA', 'PILATUXI', 'PILATAXI']);
  expect(names(rows, 'ta')).toEqual(['TAXA', 'PILATAXI']);
  expect(names(rows, 'tax')).toEqual(['TAXA', 'PILATAXI']);
  expect(names(rows, 'ta pi')).toEqual(['PILATAXI']);
});

test('an equal document comes before beginnings of words, and these before parts of words', () => {
  const rows = [
    person('nino', 'EQUAL', { hcu: '177' }),
    person('nino', 'BEGINNING', { cedula: '1771' }),
    person('nino', 'MIDDLE', { cedula: '91771' }),
    person('nino', 'EQUAL CEDULA', { cedula: '177' }),
  ];
  expect(names(rows, '177')).toEqual(['EQUAL CEDULA', 'EQUAL', 'BEGINNING', 'MIDDLE']);
  expect(names(rows, '177', 1)).toEqual(['EQUAL CEDULA']);
});

test.each(['0991234567', '+593991234567', '+593 99 123 4567', '00593 99 1234567', '0991 234 567', '991234567'])(
  'a telephone is found as %s',
  (q) => {
    const rows = [
      person('mujer', 'OF THE CELL', { celular: '099 123 4567' }),
      person('nino', 'AT HOME', { telfdomicilio: '+593991234567' }),
      person('nino', 'OTHER', { celular: '0991234568' }),
    ];
    expect(names(rows, q)).toEqual(['AT HOME', 'OF THE CELL']);
  },
);

test('the beginning of a telephone finds it while it is typed', () => {
  const rows = [person('mujer', 'LUZ', { celular: '0991234567' })];
  for (const q of ['0991', '09912345', '+59399', '+593 99 12', '991']) expect(names(rows, q)).toEqual(['LUZ']);
  for (const q of ['0992', '+59398']) expect(names(rows, q)).toEqual([]);
});

test("children are found by their mother's document, with and without its separators", () => {
  const rows = [person('nino', 'SISA', { cedulamadre: '060371402-6' })];
  expect(names(rows, '0603714026')).toEqual(['SISA']);
  expect(names(rows, '060371402-6')).toEqual(['SISA']);
  expect(names(rows, '0603')).toEqual(['SISA']);
});

test('words of a name and of a number are combined', () => {
  const rows = [person('nino', 'SISA', { celular: '0991234567' }), person('nino', 'ANA', { celular: '0991234567' })];
  expect(names(rows, 'sisa 0991')).toEqual(['SISA']);
});

test('punctuation alone finds nobody', () => {
  const rows = [person('nino', 'O. PAZ')];
  expect(peopleSearch('. -')).toEqual({ keys: [], words: [] });
  expect(names(rows, '. -')).toEqual([]);
  expect(names(rows, '. paz')).toEqual(['O. PAZ']);
});

test('of equal matches the newest comes first', () => {
  const [older, newer] = [person('mujer', 'OLDER ANA'), person('nino', 'NEWER ANA')];
  expect(names([older, newer], 'ana')).toEqual(['NEWER ANA', 'OLDER ANA']);
});

test('the searched text has the telephones and documents as words', () => {
  const text = searchedText(person('nino', 'ANA', { cedula: 'A-1', hcu: '', cedulamadre: '0603', celular: '0991' }));
  expect(text).toEqual({ words: ' a-1 ana 0603 #991 ', keys: ['a1', '#991'] });
  expect(documentKey('Ñ-12 aB')).toBe('12ab');
});
