import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageBetween,
  daysBetween,
  isCalendarDate,
  showAge,
  showDay,
  showInstantDay,
  showInstantInWords,
  showLongDay,
  startOfDay,
  today,
} from './calendar.ts';

const day = fc
  .integer({ min: 0, max: daysBetween('1900-01-01', '2100-12-31') })
  .map((days) => addDays('1900-01-01', days));

fc.configureGlobal({ seed: 20_261_120 });

describe('today', () => {
  // proves 9.5
  it('21:00 in Guayaquil is still today, although UTC is already tomorrow', () => {
    expect(today(new Date('2026-11-21T02:00:00Z'))).toBe('2026-11-20');
  });

  it('the day changes at midnight in Guayaquil', () => {
    expect(today(new Date('2026-11-21T04:59:59.999Z'))).toBe('2026-11-20');
    expect(today(new Date('2026-11-21T05:00:00Z'))).toBe('2026-11-21');
  });
});

describe('isCalendarDate', () => {
  it.each(['1900-01-01', '2000-02-29', '2024-02-29', '2026-12-31', '2100-12-31'])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '',
    '1899-12-31',
    '2101-01-01',
    '1900-02-29',
    '2023-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '01-01-2026',
    '2026-01-01T00:00:00Z',
    '2026-01-01 ',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('%j does not exist', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('days', () => {
  it('addDays and daysBetween are inverse', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
      }),
    );
  });

  it('addDays only gives existing dates', () => {
    fc.assert(fc.property(day, isCalendarDate));
  });

  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s plus %i days is %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to);
  });
});

describe('ageBetween', () => {
  it.each([
    ['2025-09-17', '2025-09-17', 0, 0],
    ['2025-09-17', '2025-10-16', 0, 29],
    ['2025-09-17', '2025-10-17', 1, 0],
    ['2025-09-17', '2026-09-16', 11, 30],
    ['2025-09-17', '2026-09-17', 12, 0],
    ['2025-12-31', '2026-02-28', 1, 28],
    ['2025-12-31', '2026-03-01', 2, 1],
    ['2024-02-29', '2025-02-28', 11, 30],
    ['2024-02-29', '2025-03-01', 12, 1],
    ['2024-02-29', '2026-02-28', 23, 30],
    ['2024-01-31', '2024-02-29', 0, 29],
    ['2024-01-31', '2024-03-31', 2, 0],
  ])('born %s, on %s: %i months and %i days', (birth, on, months, days) => {
    expect(ageBetween(birth, on)).toEqual({ months, days });
  });

  it('an age never decreases, and its days are fewer than a month', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1500 }), (birth, days) => {
        const age = ageBetween(birth, addDays(birth, days));
        const next = ageBetween(birth, addDays(birth, days + 1));
        expect(age.days).toBeGreaterThanOrEqual(0);
        expect(age.days).toBeLessThan(31);
        expect(next.months).toBeGreaterThanOrEqual(age.months);
        expect(next.months - age.months).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('formats', () => {
  it('a day starts at midnight in Guayaquil', () => {
    expect(new Date(startOfDay('2026-11-20')).toISOString()).toBe('2026-11-20T05:00:00.000Z');
  });

  // proves 2.36
  it('an instant is shown as its day in Guayaquil', () => {
    expect(showInstantDay('2026-11-21T02:00:00.000Z')).toBe('20/11/2026');
  });

  // proves 2.104
  it('a calendar date is shown unchanged, also with a time after it', () => {
    expect(showDay('2025-09-17')).toBe('17/09/2025');
    expect(showDay('2025-09-17T00:00:00.000Z')).toBe('17/09/2025');
  });

  it.each([
    ['2026-01-01', '0 días'],
    ['2026-01-02', '1 día'],
    ['2026-01-20', '19 días'],
    ['2026-02-01', '1 mes'],
    ['2026-02-02', '1 mes y 1 día'],
    ['2027-03-04', '14 meses y 3 días'],
  ])('born 2026-01-01, on %s: %s', (on, age) => {
    expect(showAge('2026-01-01', on)).toBe(age);
  });
});

describe('addMonths', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-31', -3, '2026-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-10-31', -12, '2025-10-31'],
    ['2026-10-31', 0, '2026-10-31'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to);
  });

  it('the day of the month stays if the month has it, and the month is always right', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -24, max: 24 }), (from, months) => {
        const to = addMonths(from, months);
        const [y = 0, m = 0, d = 0] = from.split('-').map(Number);
        const [ty = 0, tm = 0, td = 0] = to.split('-').map(Number);
        expect(ty * 12 + tm).toBe(y * 12 + m + months);
        expect(td).toBe(Math.min(d, new Date(Date.UTC(ty, tm, 0)).getUTCDate()));
      }),
    );
  });
});

it('a long date uses the day in Guayaquil', () => {
  // 21:00 in Guayaquil is the next day in UTC.
  expect(showLongDay(new Date('2026-11-21T02:00:00.000Z'))).toBe('20 de noviembre de 2026');
});

it.each([
  ['2026-11-20T19:05:00.000Z', 'hoy a las 14:05'],
  ['2026-11-21T04:59:00.000Z', 'hoy a las 23:59'],
  // An instant of a clock that is fast by minutes is not shown as the future.
  ['2026-11-21T02:59:00.000Z', 'hoy a las 21:59'],
  ['2026-11-21T19:05:00.000Z', '21/11/2026 14:05'],
  ['2026-11-20T04:59:00.000Z', 'ayer a las 23:59'],
  ['2026-11-18T19:05:00.000Z', 'hace 2 días'],
  ['2026-10-21T19:05:00.000Z', 'hace 30 días'],
  ['2026-10-20T19:05:00.000Z', '20/10/2026'],
])('in the evening of the 20th in Guayaquil, %s is shown as %s', (instant, text) => {
  expect(showInstantInWords(instant, new Date('2026-11-21T02:00:00.000Z'))).toBe(text);
});
