import { describe, expect, test } from 'vitest';
import { cantonsOf, PROVINCES } from '../territory.ts';
import { altitudeAdjustment, HAEMOGLOBIN_TABLES, type HaemoglobinTable } from './altitude-adjustment.ts';
import { ALTITUDE_FIELD, altitudeSchema } from './altitude-field.ts';
import {
  type AnemiaClass,
  anemiaClass,
  anemiaWarnings,
  classOfScreening,
  TOO_YOUNG_FOR_CLASS,
} from './anemia-class.ts';
import { CANTON_ALTITUDES } from './canton-altitudes.ts';
import { correctedHaemoglobin } from './proposal.ts';

/** The first and last metre of each band and its correction in g/l, copied from the WHO tables. */
const EDGES: Record<HaemoglobinTable, [first: number, last: number, added: number][]> = {
  2011: [
    [0, 999, 0],
    [1000, 1499, -2],
    [1500, 1999, -5],
    [2000, 2499, -8],
    [2500, 2999, -13],
    [3000, 3499, -19],
    [3500, 3999, -27],
    [4000, 4499, -35],
    [4500, 6000, -45],
  ],
  2024: [
    [0, 499, 0],
    [500, 999, -4],
    [1000, 1499, -8],
    [1500, 1999, -11],
    [2000, 2499, -14],
    [2500, 2999, -18],
    [3000, 3499, -21],
    [3500, 3999, -25],
    [4000, 4499, -29],
    [4500, 4999, -33],
  ],
};

describe.each(Object.entries(EDGES) as [HaemoglobinTable, [number, number, number][]][])('WHO %s', (table, bands) => {
  test.each(bands)('from %i to %i m adds %i g/l', (first, last, added) => {
    expect(altitudeAdjustment(table, first)).toBe(added);
    expect(altitudeAdjustment(table, last)).toBe(added);
  });
});

test('outside the table there is no correction', () => {
  expect(altitudeAdjustment('2024', 5000)).toBeNull();
  for (const table of ['2011', '2024'] as const)
    for (const metres of [-1, Number.NaN]) expect(altitudeAdjustment(table, metres)).toBeNull();
});

describe('the class of a corrected value', () => {
  test.each<[HaemoglobinTable, number, number, AnemiaClass]>([
    ['2024', 10.5, 6, 'Sin anemia'],
    ['2024', 10.49, 6, 'Anemia leve'],
    ['2024', 9.5, 23, 'Anemia leve'],
    ['2024', 9.49, 23, 'Anemia moderada'],
    ['2024', 7, 12, 'Anemia moderada'],
    ['2024', 6.99, 12, 'Anemia severa'],
    ['2024', 11, 24, 'Sin anemia'],
    ['2024', 10.99, 24, 'Anemia leve'],
    ['2024', 10, 59, 'Anemia leve'],
    ['2024', 9.99, 24, 'Anemia moderada'],
    ['2024', 6.99, 24, 'Anemia severa'],
    ['2011', 11, 6, 'Sin anemia'],
    ['2011', 10.99, 6, 'Anemia leve'],
    ['2011', 10, 23, 'Anemia leve'],
    ['2011', 9.99, 23, 'Anemia moderada'],
    ['2011', 7, 24, 'Anemia moderada'],
    ['2011', 6.99, 24, 'Anemia severa'],
  ])('WHO %s: %d g/dl at %i months is %s', (table, value, months, expected) => {
    expect(anemiaClass(table, value, months)).toBe(expected);
  });

  test('is null before 6 months and from 5 years on', () => {
    for (const table of ['2011', '2024'] as const)
      for (const months of [0, 5, 60]) expect(anemiaClass(table, 9, months)).toBeNull();
  });

  test('of a screening uses the birth date, or the entered age without it', () => {
    const screening = { fechaaplicacion: '2026-07-10', edadapli: 12, valorcorregido: 10.7 };
    expect(classOfScreening('2011', screening, '2026-01-10')).toBe('Anemia leve');
    expect(classOfScreening('2024', screening, '2026-01-11')).toBe(TOO_YOUNG_FOR_CLASS);
    expect(classOfScreening('2024', screening, null)).toBe('Sin anemia');
    expect(classOfScreening('2024', { ...screening, edadapli: 24 }, undefined)).toBe('Anemia leve');
    expect(classOfScreening('2024', { ...screening, edadapli: null }, null)).toBeNull();
    expect(classOfScreening('2024', { ...screening, valorcorregido: null }, '2026-01-10')).toBeNull();
  });

  test('gives a warning for severe anemia, not for moderate or unclassified values', () => {
    const warn = (valorcorregido: number, edadapli = 12) =>
      anemiaWarnings({ valorcorregido, edadapli }, { birth: null });
    expect(warn(6.99)).toEqual([
      {
        path: 'valorcorregido',
        msg: 'Está muy por debajo de lo normal (anemia severa). Revisa el valor y refiere.',
      },
    ]);
    expect([warn(7), warn(6.5, 5)]).toEqual([[], []]);
  });

  test('gives a warning for any anemia that is marked as normal', () => {
    const warn = (valorcorregido: number, resultadonormal: boolean, edadapli = 12) =>
      anemiaWarnings({ valorcorregido, edadapli, resultadonormal }, { birth: null });
    expect(warn(10.2, true)).toEqual([
      {
        path: 'resultadonormal',
        msg: 'La OMS lo clasifica como anemia leve: revisa si el resultado es normal.',
      },
    ]);
    expect(warn(6.5, true).map(({ path }) => path)).toEqual(['valorcorregido', 'resultadonormal']);
    expect([warn(10.2, false), warn(10.5, true), warn(10.2, true, 5)]).toEqual([[], [], []]);
  });

  test('gives a warning by the table that the server is configured with', () => {
    const values = { valorcorregido: 10.7, edadapli: 12, resultadonormal: true };
    const warned = HAEMOGLOBIN_TABLES.filter(
      (haemoglobinTable) => anemiaWarnings(values, { birth: null, haemoglobinTable }).length > 0,
    );
    expect(warned).toEqual(['2011']);
  });
});

describe('a corrected haemoglobin', () => {
  test('has an explanation', () => {
    expect(correctedHaemoglobin(12, { metres: 2750, table: '2024' })).toEqual({
      value: 10.2,
      explained: '10,2 (Hb 12,0 − 1,8 por 2.750 m, tabla OMS 2024)',
    });
    expect(correctedHaemoglobin(12.45, { metres: 3300, table: '2011' })).toEqual({
      value: 10.55,
      explained: '10,55 (Hb 12,45 − 1,9 por 3.300 m, tabla OMS 2011)',
    });
    expect(correctedHaemoglobin(11, { metres: 10, table: '2024' })?.explained).toBe(
      '11,0 (Hb 11,0 sin ajuste por 10 m, tabla OMS 2024)',
    );
  });

  test('needs a value, an altitude and a table for that altitude', () => {
    expect(correctedHaemoglobin(null, { metres: 10, table: '2024' })).toBeNull();
    expect(correctedHaemoglobin(12, { metres: null, table: '2024' })).toBeNull();
    expect(correctedHaemoglobin(12, { metres: 5000, table: '2024' })).toBeNull();
  });

  test('has at most two decimals', () => {
    for (let hundredths = 600; hundredths <= 1600; hundredths += 17)
      for (const { 0: metres } of EDGES['2024']) {
        const { value } = correctedHaemoglobin(hundredths / 100, { metres, table: '2024' }) ?? { value: Number.NaN };
        expect(value).toBe(Number(value.toFixed(2)));
      }
  });
});

test('every canton has an altitude within the bounds, rounded to 10 m', () => {
  const listed = Object.entries(CANTON_ALTITUDES).flatMap(([province, cantons]) =>
    Object.keys(cantons).map((canton) => `${province}/${canton}`),
  );
  expect(listed).toEqual(PROVINCES.flatMap((province) => cantonsOf(province).map((canton) => `${province}/${canton}`)));
  expect(listed).toHaveLength(222);
  for (const metres of Object.values(CANTON_ALTITUDES).flatMap(Object.values)) {
    expect(metres % 10).toBe(0);
    expect(metres).toBeGreaterThanOrEqual(ALTITUDE_FIELD.min);
    expect(metres).toBeLessThanOrEqual(4000);
  }
});

test.each([
  [0, true],
  [6000, true],
  ['2750', true],
  [-1, false],
  [6001, false],
  [12.5, false],
  ['', false],
  [null, false],
  ['alto', false],
])('an altitude of %j is valid: %s', (altitud, ok) => {
  expect(altitudeSchema.safeParse({ altitud }).success).toBe(ok);
});
