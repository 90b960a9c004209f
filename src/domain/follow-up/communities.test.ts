import { expect, test } from 'vitest';
import { communityOf, groupByCommunity } from './communities.ts';

const COLTA = { provincia: 'CHIMBORAZO', canton: 'COLTA', parroquia: 'SICALPA' };
const child = (name: string, direccion: string, place: Partial<typeof COLTA> = {}) => ({
  name,
  direccion,
  ...COLTA,
  ...place,
});
const grouped = (...rows: ReturnType<typeof child>[]) =>
  groupByCommunity(rows).map(({ name, rows: some }) => [name, some.map((row) => row.name).join(' ')]);

test('the community is the address as typed, or else the parish', () => {
  expect(communityOf({ direccion: ' Pulucate Alto ', parroquia: 'COLUMBE' })).toBe('Pulucate Alto');
  expect(communityOf({ direccion: '  ', parroquia: ' COLUMBE' })).toBe('COLUMBE');
  expect(communityOf({ direccion: '', parroquia: '' })).toBe('');
});

test('the community of the most urgent child is first, and children keep their order in it', () => {
  const [a, b, c, d] = [child('a', 'MAJIPAMBA'), child('b', 'GATAZO'), child('c', 'MAJIPAMBA'), child('d', 'GATAZO')];
  expect(grouped(a, b, c, d)).toEqual([
    ['MAJIPAMBA', 'a c'],
    ['GATAZO', 'b d'],
  ]);
});

test('case, accents and spaces make no other community; the first spelling is shown', () => {
  const spellings = [child('a', 'San Guisél  Alto'), child('b', 'SAN GUISEL ALTO'), child('c', ' san guisel alto')];
  expect(grouped(...spellings)).toEqual([['San Guisél  Alto', 'a b c']]);
});

test('an address that is the name of a parish belongs to it', () => {
  expect(grouped(child('a', ''), child('b', 'sicalpa'))).toEqual([['SICALPA', 'a b']]);
});

test('the same name in two cantons means two communities, each with its canton', () => {
  expect(grouped(child('a', 'CENTRO'), child('b', 'CENTRO', { canton: 'GUANO' }), child('c', 'Centro'))).toEqual([
    ['CENTRO, COLTA', 'a c'],
    ['CENTRO, GUANO', 'b'],
  ]);
});

test('children without address and parish are together', () => {
  const nowhere = { provincia: '', canton: '', parroquia: '' };
  expect(grouped(child('a', '', nowhere), child('b', ' ', nowhere))).toEqual([['Sin dirección', 'a b']]);
  expect(groupByCommunity([])).toEqual([]);
});
