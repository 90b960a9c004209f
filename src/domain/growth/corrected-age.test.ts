import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, addMonths } from '../calendar.ts';
import { agesText, daysOfAge, gestationOf, gestationText, growthAge, growthAgeOfDays } from './corrected-age.ts';

const BIRTH = '2025-01-01';
const ageOn = (gestacion: number | null, on: string) => growthAge({ birth: BIRTH, gestacion }, on);
const dayOf = (days: number) => addDays(BIRTH, days);

describe('the age that scores use', () => {
  it.each([
    [258, 'corregida'],
    [259, 'cronologica'],
    [280, 'cronologica'],
    [300, 'cronologica'],
    [null, 'cronologica'],
  ])('of a child born after %s days of pregnancy is the %s', (gestacion, usada) => {
    expect(ageOn(gestacion, dayOf(120))?.usada).toBe(usada);
  });

  it('is counted from birth + 280 − days of pregnancy', () => {
    expect(ageOn(224, dayOf(120))).toEqual({ cronologica: 120, corregida: 64, usada: 'corregida' });
    expect(ageOn(258, dayOf(120))).toEqual({ cronologica: 120, corregida: 98, usada: 'corregida' });
  });

  it('does not exist before the expected date of birth, and is 0 on it', () => {
    expect(ageOn(210, dayOf(69))).toEqual({ cronologica: 69, corregida: -1, usada: 'ninguna' });
    expect(ageOn(210, dayOf(70))).toEqual({ cronologica: 70, corregida: 0, usada: 'corregida' });
    expect(daysOfAge({ cronologica: 69, corregida: -1, usada: 'ninguna' })).toBeNull();
  });

  it('is corrected until the day before 24 months since the expected date', () => {
    const expected = dayOf(70);
    const last = addDays(addMonths(expected, 24), -1);
    expect(ageOn(210, last)?.usada).toBe('corregida');
    expect(ageOn(210, addDays(last, 1))?.usada).toBe('cronologica');
    // The chronological age is past 24 months by then.
    expect(last > addMonths(BIRTH, 24)).toBe(true);
  });

  it('completes 24 months on 1 March if the expected date is 29 February', () => {
    const child = { birth: '2023-12-21', gestacion: 210 };
    expect(growthAge(child, '2026-02-28')?.usada).toBe('corregida');
    expect(growthAge(child, '2026-03-01')?.usada).toBe('cronologica');
  });

  it('given in days is corrected through day 730 after the expected date', () => {
    expect(growthAgeOfDays(800, 210)).toEqual({ cronologica: 800, corregida: 730, usada: 'corregida' });
    expect(growthAgeOfDays(801, 210)).toEqual({ cronologica: 801, corregida: 731, usada: 'cronologica' });
  });

  it('is chronological after a pregnancy too short to live, and for a control before birth', () => {
    expect(ageOn(153, dayOf(200))?.usada).toBe('cronologica');
    expect(ageOn(154, dayOf(200))?.usada).toBe('corregida');
    expect(ageOn(210, addDays(BIRTH, -1))?.usada).toBe('cronologica');
  });

  it('is unknown without a day of birth', () => {
    expect(growthAge({ birth: null, gestacion: 210 }, BIRTH)).toBeNull();
    expect(growthAge({ birth: '', gestacion: 210 }, BIRTH)).toBeNull();
  });

  test('from dates and from days differ at most on the boundary of 24 months', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1856 }),
        fc.option(fc.integer({ min: 154, max: 300 })),
        (days, gestacion) => {
          const [byDates, byDays] = [ageOn(gestacion, dayOf(days)), growthAgeOfDays(days, gestacion)];
          if (byDays.corregida === 730) return;
          expect(byDates).toEqual(byDays);
        },
      ),
    );
  });
});

describe('the days of pregnancy', () => {
  const record = (dias: number | null, registered: number, orden = 1) => ({ dias, registered, orden });

  it('are those of the newest record that has them', () => {
    expect(gestationOf([])).toBeNull();
    expect(gestationOf([record(210, 100), record(270, 200)])).toBe(270);
    expect(gestationOf([record(210, 100), record(null, 200)])).toBe(210);
    expect(gestationOf([record(210, 100, 2), record(270, 100, 1)])).toBe(210);
  });

  it('are named in weeks and days', () => {
    expect([224, 258, 218].map(gestationText)).toEqual(['32 semanas', '36 semanas y 6 días', '31 semanas y 1 día']);
  });
});

test('both ages are named while the corrected one is used', () => {
  const child = { birth: '2026-07-12', gestacion: 224 };
  expect(agesText(child, '2026-11-15')).toBe('4 meses y 3 días · corregida 2 meses y 9 días (nació de 32 semanas)');
  expect(agesText({ ...child, gestacion: 280 }, '2026-11-15')).toBe('4 meses y 3 días');
  expect(agesText(child, '2026-08-15')).toBe(
    '1 mes y 3 días · antes de la fecha esperada de su nacimiento (nació de 32 semanas)',
  );
});
