import { expect, it } from 'vitest';
import { SURVEY_AGES, surveyAgeGroup } from './survey-age.ts';

const groupOf = (fecha: string, birth: string | null, edad: number | null = null) => {
  const at = surveyAgeGroup({ fecha, edad }, birth);
  return at === null ? null : SURVEY_AGES[at]?.key;
};

it.each([
  ['2026-01-15', '2026-01-15', '0-5'],
  ['2026-07-14', '2026-01-15', '0-5'],
  ['2026-07-15', '2026-01-15', '6-11'],
  ['2027-01-14', '2026-01-15', '6-11'],
  ['2027-01-15', '2026-01-15', '12-23'],
  // The last day before 24 completed months, and the day itself.
  ['2028-01-14', '2026-01-15', '12-23'],
  ['2028-01-15', '2026-01-15', null],
  // A month without the day of birth completes the month on the first day of the next one.
  ['2026-02-28', '2025-08-31', '0-5'],
  ['2026-03-01', '2025-08-31', '6-11'],
  // Born on 29 February.
  ['2026-02-28', '2024-02-29', '12-23'],
  ['2026-03-01', '2024-02-29', null],
] as const)('measured on %s, born on %s: group %s', (fecha, birth, group) => {
  expect(groupOf(fecha, birth)).toBe(group ?? null);
});

it.each([
  [0, '0-5'],
  [5, '0-5'],
  [6, '6-11'],
  [11, '6-11'],
  [12, '12-23'],
  [23, '12-23'],
  [24, null],
] as const)('without dates of use the typed age of %i months counts', (edad, group) => {
  expect(groupOf('2026-01-15', null, edad)).toBe(group);
  expect(groupOf('2026-01-15', '2026-01-16', edad)).toBe(group);
});

it('of unknown age or without a control there is no group', () => {
  expect(groupOf('2026-01-15', null)).toBeNull();
  expect(surveyAgeGroup(null, '2026-01-15')).toBeNull();
});
