import { expect, test } from 'vitest';
import { haemoglobinDates, haemoglobinDue, nextHaemoglobin } from './haemoglobin.ts';

const BIRTH = '2026-01-15';
const measured = (fechaaplicacion: string) => ({ fechaaplicacion });

test('haemoglobin is due from the day on which the child completes 6, 12 or 18 months', () => {
  expect(haemoglobinDue(BIRTH, [], '2026-07-14')).toBeNull();
  expect(haemoglobinDue(BIRTH, [], '2026-07-15')).toBe(6);
  expect(haemoglobinDue(BIRTH, [], '2027-01-14')).toBe(6);
  expect(haemoglobinDue(BIRTH, [], '2027-01-15')).toBe(12);
  expect(haemoglobinDue(BIRTH, [], '2027-07-15')).toBe(18);
});

test('a measurement since that age is enough, an earlier one is not', () => {
  expect(haemoglobinDue(BIRTH, [measured('2026-07-15')], '2026-12-01')).toBeNull();
  expect(haemoglobinDue(BIRTH, [measured('2026-07-14')], '2026-12-01')).toBe(6);
  expect(haemoglobinDue(BIRTH, [measured('2026-07-15')], '2027-01-15')).toBe(12);
});

test('nothing is due without a birth date, before birth and after 24 months', () => {
  expect(haemoglobinDue(null, [], '2026-12-01')).toBeNull();
  expect(haemoglobinDue(BIRTH, [], '2026-01-01')).toBeNull();
  expect(haemoglobinDue(BIRTH, [], '2028-02-14')).toBe(18);
  expect(haemoglobinDue(BIRTH, [], '2028-02-15')).toBeNull();
});

const months = (screenings: { fechaaplicacion: string }[], day: string) =>
  haemoglobinDates(BIRTH, screenings, day).map((one) => one.months);

test('what is still to be measured are the age that is due and the later ones, each with its day', () => {
  expect(haemoglobinDates(BIRTH, [], '2026-07-14')).toEqual([
    { months: 6, date: '2026-07-15' },
    { months: 12, date: '2027-01-15' },
    { months: 18, date: '2027-07-15' },
  ]);
  expect(months([], '2026-07-15')).toEqual([6, 12, 18]);
  expect(months([measured('2026-07-15')], '2026-07-15')).toEqual([12, 18]);
  // At 12 months that of 6 months is not made up for.
  expect(months([], '2027-01-15')).toEqual([12, 18]);
  expect(months([measured('2027-01-15')], '2027-02-01')).toEqual([18]);
  expect(months([], '2027-07-15')).toEqual([18]);
  expect(months([measured('2027-07-15')], '2027-07-15')).toEqual([]);
  expect(months([], '2028-02-15')).toEqual([]);
  expect(haemoglobinDates(null, [], '2026-07-14')).toEqual([]);
});

test('of a child born on the 31st it is due on the first day after a shorter month', () => {
  expect(haemoglobinDates('2026-08-31', [], '2026-09-30')[0]).toEqual({ months: 6, date: '2027-03-01' });
});

test('the next day follows from the latest screening alone, and may be past', () => {
  expect(nextHaemoglobin(BIRTH, null, '2026-07-14')).toBe('2026-07-15');
  expect(nextHaemoglobin(BIRTH, '2026-07-14', '2026-12-01')).toBe('2026-07-15');
  expect(nextHaemoglobin(BIRTH, '2026-07-15', '2026-12-01')).toBe('2027-01-15');
  expect(nextHaemoglobin(BIRTH, '2027-07-15', '2027-08-01')).toBeNull();
  expect(nextHaemoglobin(null, null, '2026-07-14')).toBeNull();
});
