import { expect, it } from 'vitest';
import {
  alternatives,
  daysWithin,
  isString,
  isToken,
  isWithinDate,
  parseDate,
  parseString,
  parseToken,
  rangeOf,
} from './search-value.ts';

it.each([
  ['', ['']],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a,', ['a', '']],
  [',', ['', '']],
  ['a\\,b,c', ['a\\,b', 'c']],
  ['a\\', ['a\\']],
])('the alternatives of "%s" are those between commas without a backslash', (text, parts) => {
  expect(alternatives(text)).toEqual(parts);
});

it.each([
  ['1', { system: undefined, code: '1' }],
  ['|1', { system: '', code: '1' }],
  ['http://a|', { system: 'http://a', code: undefined }],
  ['http://a|1', { system: 'http://a', code: '1' }],
  ['a\\|b', { system: undefined, code: 'a|b' }],
])('the token "%s" names its system and its code', (text, token) => {
  expect(parseToken('code', text)).toEqual(token);
});

it.each(['', '|', 'a|b|c'])('the token "%s" is refused', (text) => {
  expect(() => parseToken('code', text)).toThrow('code');
});

it('a token without a system finds a code of any system, and one with an empty system only a code without one', () => {
  const token = { system: 'http://loinc.org', code: '718-7' };
  expect(isToken(token, parseToken('code', '718-7'))).toBe(true);
  expect(isToken(token, parseToken('code', 'http://loinc.org|'))).toBe(true);
  expect(isToken(token, parseToken('code', 'http://snomed.info/sct|718-7'))).toBe(false);
  expect(isToken(token, parseToken('code', '|718-7'))).toBe(false);
  expect(isToken({ code: '718-7' }, parseToken('code', '|718-7'))).toBe(true);
});

it.each([
  ['2026', '2026-01-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  ['2026-12', '2026-12-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  ['2026-02', '2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'],
  ['2026-11-20', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['2026-11-20T10:00', '2026-11-20T15:00:00.000Z', '2026-11-20T15:01:00.000Z'],
  ['2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z', '2026-11-20T10:01:00.000Z'],
  ['2026-11-20T10:00:05+02:00', '2026-11-20T08:00:05.000Z', '2026-11-20T08:00:06.000Z'],
  ['2026-11-20T10:00:05.123Z', '2026-11-20T10:00:05.123Z', '2026-11-20T10:00:05.124Z'],
])('%s lasts from %s to %s', (text, from, until) => {
  expect(rangeOf(text)).toEqual({ from: Date.parse(from), until: Date.parse(until) });
});

it.each(['', '20', '2026-13', '2026-02-30', '0000', '2026-11-20T25:00Z', '2026-02-30T10:00Z', '2026-11-20T10', 'x'])(
  '"%s" is no date',
  (text) => {
    expect(rangeOf(text)).toBeNull();
  },
);

it.each(['sa2026', 'ap2026', 'ne2026', 'eq', '2026-11-2', 'GE2026'])('the date "%s" of a search is refused', (text) => {
  expect(() => parseDate('date', text)).toThrow('date');
});

const DAYS = ['2025-12-31', '2026-01-01', '2026-11-19', '2026-11-20', '2026-11-21', '2026-12-31', '2027-01-01'];
const VALUES = ['2026', '2026-11', '2026-11-20', '2026-11-20T10:00Z', '2026-11-20T05:00:00.000Z', '2026-11-20T05:00Z'];
const PREFIXED = VALUES.flatMap((value) => ['', 'eq', 'ge', 'gt', 'le', 'lt'].map((prefix) => prefix + value));

it.each(PREFIXED)('%s finds the same days by their time and by spans of days', (text) => {
  const value = parseDate('date', text);
  const spans = daysWithin(value);
  const byDays = (day: string) =>
    spans.some(({ from, before }) => (from === undefined || day >= from) && (before === undefined || day < before));
  for (const day of DAYS) {
    const range = rangeOf(day);
    expect([day, byDays(day)]).toEqual([day, range !== null && isWithinDate(range, value)]);
  }
});

it.each([
  ['ge2026-11-20', ['2026-11-20', '2026-11-21', '2026-12-31', '2027-01-01']],
  ['gt2026-11', ['2026-12-31', '2027-01-01']],
  ['le2026', ['2025-12-31', '2026-01-01', '2026-11-19', '2026-11-20', '2026-11-21', '2026-12-31']],
  ['lt2026-01-01', ['2025-12-31']],
  ['2026-11', ['2026-11-19', '2026-11-20', '2026-11-21']],
])('%s finds exactly its days', (text, days) => {
  const value = parseDate('date', text);
  expect(DAYS.filter((day) => isWithinDate(rangeOf(day) ?? { from: 0, until: 0 }, value))).toEqual(days);
});

it('a text is found by the beginnings of its words, without case and accents, by a part of it or exactly', () => {
  const find = (modifier: '' | 'exact' | 'contains', text: string) =>
    isString('LUZ MARÍA TENESACA', parseString('name', modifier, text));
  expect(find('', 'maria t')).toBe(true);
  expect(find('', 'ten')).toBe(true);
  expect(find('', 'esaca')).toBe(false);
  expect(find('contains', 'esaca')).toBe(true);
  expect(find('exact', 'luz maría tenesaca')).toBe(false);
  expect(find('exact', 'LUZ MARÍA TENESACA')).toBe(true);
  expect(() => parseString('name', '', ' ')).toThrow('name');
});
