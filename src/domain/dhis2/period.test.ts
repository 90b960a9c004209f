import { expect, it } from 'vitest';
import { kindOfPeriod, lastPeriods, parsePeriod, periodLabel } from './period.ts';

const TODAY = '2026-11-27';

it.each([
  ['202611', '2026-11-01', '2026-11-30'],
  ['202402', '2024-02-01', '2024-02-29'],
  ['201501', '2015-01-01', '2015-01-31'],
  ['2026Q4', '2026-10-01', '2026-12-31'],
  ['2026q1', '2026-01-01', '2026-03-31'],
])('%s lasts from %s to %s', (text, desde, hasta) => {
  expect(parsePeriod(text, TODAY)).toEqual({ name: text.toUpperCase(), desde, hasta });
});

it.each(['202612', '2027Q1', '201412', '2014Q4', '202613', '202600', '2026Q5', '2026', '2026-11', ' 202611', ''])(
  '%j is no period that has begun',
  (text) => {
    expect(parsePeriod(text, TODAY)).toBeNull();
  },
);

it('the last periods begin with the one of the day, over the turn of a year', () => {
  expect(lastPeriods('mes', '2026-02-28', 3)).toEqual(['202602', '202601', '202512']);
  expect(lastPeriods('trimestre', '2026-02-28', 3)).toEqual(['2026Q1', '2025Q4', '2025Q3']);
  for (const name of [...lastPeriods('mes', TODAY, 30), ...lastPeriods('trimestre', TODAY, 10)])
    expect(parsePeriod(name, TODAY)?.name).toBe(name);
});

it('a period is named in words', () => {
  expect(periodLabel('202611')).toBe('noviembre de 2026');
  expect(periodLabel('2026Q4')).toBe('octubre a diciembre de 2026');
  expect([kindOfPeriod('202611'), kindOfPeriod('2026Q4')]).toEqual(['mes', 'trimestre']);
});
