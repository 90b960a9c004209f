import { expect, test } from 'vitest';
import { matchVaccines } from '../vaccines/timeline.ts';
import { dosesForToday, haemoglobinDue } from './due.ts';

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

test('the doses of today are those that are due or late, campaign doses last', () => {
  const timeline = matchVaccines(BIRTH, [], '2026-07-20');
  const doses = timeline ? dosesForToday(timeline) : [];
  expect(doses.length).toBeGreaterThan(3);
  expect(doses.every(({ state, waits }) => (state === 'due' || state === 'late') && !waits)).toBe(true);
  const campaign = doses.findIndex(({ dose }) => dose.conditional);
  expect(campaign).toBeGreaterThan(0);
  expect(doses.slice(campaign).every(({ dose }) => dose.conditional)).toBe(true);
});
