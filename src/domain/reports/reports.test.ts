import { describe, expect, it } from 'vitest';
import { fieldDays } from './field-week.ts';
import { malnutritionRate, meanWeight } from './figures.ts';
import { everyMonth, monthLabel, monthName } from './months.ts';
import { PERIODS, periodDays } from './periods.ts';
import { levelOfPlace, prevalence, stuntingLevel } from './prevalence.ts';

describe('the malnutrition rate', () => {
  // proves 9.40
  it.each([
    [0, 0, 0],
    [0, 7, 0],
    [7, 7, 100],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 8, 12.5],
    // 3.125 and 0.625 are rounded up.
    [1, 32, 3.13],
    [1, 160, 0.63],
    [1, 1_000_000, 0],
    [50, 1_000_000, 0.01],
    [49, 1_000_000, 0],
    [333_333, 1_000_000, 33.33],
  ])('of %i of %i is %d', (malnourished, children, rate) => {
    expect(malnutritionRate(malnourished, children)).toBe(rate);
  });
});

describe('prevalence', () => {
  // Computed by hand from Wilson's formula with z = 1.96.
  it.each([
    [3, 4, 75, [30.06, 95.44]],
    [1, 4, 25, [4.56, 69.94]],
    [2, 3, 66.67, [20.77, 93.85]],
    [0, 1, 0, [0, 79.35]],
    [1, 1, 100, [20.65, 100]],
    [0, 10, 0, [0, 27.75]],
    [50, 100, 50, [40.38, 59.62]],
    [230, 1000, 23, [20.5, 25.71]],
  ])('of %i of %i has the interval of Wilson’s formula', (casos, n, porcentaje, intervalo) => {
    expect(prevalence(casos, n)).toEqual({ casos, porcentaje, intervalo });
  });

  it.each([
    [null, null],
    [0, 0],
    [2.49, 0],
    [2.5, 1],
    [10, 2],
    [19.99, 2],
    [20, 3],
    [30, 4],
    [100, 4],
  ])('of %s percent is level %s', (share, level) => {
    expect(stuntingLevel(share)).toBe(level);
  });

  it.each([
    [0, null, null],
    [9, 33.33, null],
    [10, 30, 4],
    [10, 0, 0],
  ])('a place with %i measured and %s percent has level %s', (n, share, level) => {
    expect(levelOfPlace(n, share)).toBe(level);
  });

  it('of nobody is null', () => {
    expect(prevalence(0, 0)).toEqual({ casos: 0, porcentaje: null, intervalo: null });
  });
});

describe('the days of the weekly report', () => {
  it('in the middle of a month', () => {
    expect(fieldDays('2026-11-20')).toEqual({
      hoy: '2026-11-20',
      vistosDesde: '2026-10-16',
      mes: '2026-11-01',
      mesAnterior: '2026-10-01',
      mismoDia: '2026-10-20',
      advertenciasDesde: '2026-10-22',
    });
  });

  it('on the last day of a longer month', () => {
    expect(fieldDays('2026-03-31')).toMatchObject({
      mes: '2026-03-01',
      mesAnterior: '2026-02-01',
      mismoDia: '2026-02-28',
    });
  });
});

describe('the mean weight', () => {
  // proves 9.41
  it.each([
    [855, 1, 8.55],
    // 8.345, 14.905 and 1.005 are rounded up, whatever their binary fractions.
    [1669, 2, 8.35],
    [2981, 2, 14.91],
    [201, 2, 1.01],
    [2500, 3, 8.33],
    [2501, 3, 8.34],
    [2_400_000_000_000, 1_000_000_000, 24],
  ])('of %i hundredths and %i weights is %d', (sum, weights, mean) => {
    expect(meanWeight(sum, weights)).toBe(mean);
  });
});

// proves 9.43
it('the months have the names of the specification', () => {
  const months = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}`);
  expect(months.map(monthLabel).join(' ')).toBe(
    'ENE 2026 FEB 2026 MAR 2026 ABR 2026 MAY 2026 JUN 2026 JUL 2026 AGO 2026 SEP 2026 OCT 2026 NOV 2026 DIC 2026',
  );
});

describe('the months of a chart', () => {
  it('are complete, also across a year, and 0 without a count', () => {
    const counted = [
      { mes: '2025-11', controles: 182 },
      { mes: '2026-02', controles: 5 },
    ];
    expect(everyMonth(counted, 'controles')).toEqual([
      { mes: '2025-11', total: 182 },
      { mes: '2025-12', total: 0 },
      { mes: '2026-01', total: 0 },
      { mes: '2026-02', total: 5 },
    ]);
    expect(everyMonth([{ mes: '2026-07', controles: 1 }], 'controles')).toEqual([{ mes: '2026-07', total: 1 }]);
    expect(everyMonth([], 'controles')).toEqual([]);
  });

  it('are named without the year', () => {
    expect(['2025-12', '2026-01', '2026-08'].map(monthName)).toEqual(['DIC', 'ENE', 'AGO']);
  });
});

describe('periods', () => {
  // proves 9.44
  it('are those of the specification', () => {
    expect(PERIODS.map(({ label }) => label)).toEqual([
      'Último mes',
      '3 Meses',
      '6 Meses',
      '9 Meses',
      '12 Meses',
      'Ver Todos',
    ]);
    expect(PERIODS.map(({ months }) => months)).toEqual([1, 3, 6, 9, 12, 0]);
  });

  it.each([
    [1, '2026-11-20', '2026-10-20'],
    [12, '2026-11-20', '2025-11-20'],
    [1, '2026-03-31', '2026-02-28'],
    [1, '2024-03-30', '2024-02-29'],
    [3, '2026-05-31', '2026-02-28'],
    [9, '2026-05-31', '2025-08-31'],
    [12, '2024-02-29', '2023-02-28'],
    [6, '2026-01-15', '2025-07-15'],
  ])('of %i months until %s starts on %s', (months, today, desde) => {
    expect(periodDays(months, today)).toEqual({ desde, hasta: today });
  });

  it('of 0 months has no limits', () => {
    expect(periodDays(0, '2026-11-20')).toBeNull();
  });
});
