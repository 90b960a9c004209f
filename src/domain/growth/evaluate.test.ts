import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateGrowth, type GrowthInput, LAST_DAY, POSITIONS, type Position, standardLength } from './evaluate.ts';
import { INDICATOR_KEYS } from './indicators.ts';
import { measureAt } from './lms.ts';
import { SEXES, type Sex } from './who/sexes.ts';
import { loadEveryStandard } from './who/standards.ts';

const standards = await loadEveryStandard();
const child = (input: Partial<GrowthInput>, sexo: Sex = 'FEMENINO') =>
  evaluateGrowth({ edadDias: 365, peso: null, longitud: null, perimetro: null, ...input }, standards[sexo]);
const zOf = (input: Partial<GrowthInput>, sexo?: Sex) => {
  const { scores } = child(input, sexo);
  return Object.fromEntries(INDICATOR_KEYS.map((key) => [key, scores[key]?.z ?? null]));
};

const [M, F] = SEXES;
const [LYING, STANDING] = POSITIONS;
type Case = [Sex, days: number, kg: number, cm: number, Position, head: number | null, number[]];

/** The example survey of the WHO and the results of its macros (igrowup): z of length, weight, weight/length, BMI, head. */
const SURVEY: Case[] = [
  [F, 0, 4.2, 51.9, LYING, 36.8, [1.48, 1.94, 1.17, 1.68, 2.47]],
  [F, 30, 4.3, 55.3, LYING, 37.8, [0.85, 0.22, -0.82, -0.35, 1.09]],
  [M, 64, 4.1, 56, LYING, 39.6, [-1.38, -2.54, -1.99, -2.59]],
  [F, 96, 6.5, 59.3, LYING, 39, [-0.42, 0.71, 1.41, 1.29, -0.57]],
  [F, 135, 6.2, 58.8, LYING, 41.3, [-1.91, -0.56, 1.16, 0.74, 0.25]],
  [F, 138, 5.9, 62.3, LYING, 41.8, [-0.39, -1.02, -0.99, -1.08, 0.57]],
  [M, 143, 7.7, 63.5, LYING, 40.4, [-0.87, 0.4, 1.3, 1.21, -1.58]],
  [F, 149, 6, 61.6, LYING, 40.8, [-1.01, -1.08, -0.5, -0.68, -0.45]],
  [M, 170, 7.5, 66.1, LYING, 42.8, [-0.39, -0.32, -0.04, -0.12, -0.19]],
  [F, 240, 7, 67.8, LYING, 43.3, [-0.33, -1.02, -1.07, -1.14, -0.01]],
  [M, 269, 6.3, 64.8, LYING, null, [-3.11, -3.08, -1.7, -1.71]],
  [M, 294, 10.2, 70.3, LYING, null, [-1.12, 1.08, 2.16, 2.26]],
  [M, 566, 8.8, 75.9, LYING, null, [-2.54, -2.05, -1.17, -0.67]],
  [F, 583, 13.4, 81.6, LYING, null, [-0.09, 1.94, 2.68, 2.74]],
  [M, 659, 14.4, 92.3, LYING, null, [2.25, 1.85, 1.01, 0.8]],
  [F, 683, 10.4, 84.8, LYING, null, [-0.07, -0.57, -0.81, -0.79]],
  [F, 786, 15.5, 91.1, STANDING, null, [1.15, 2.07, 1.97, 2]],
  [F, 792, 10, 83.2, LYING, null, [-1.49, -1.43, -0.86, -0.75]],
  [M, 868, 12.9, 85.9, LYING, null, [-1.69, -0.08, 1.16, 1.43]],
  [M, 948, 13.4, 92.2, STANDING, null, [-0.16, -0.07, 0, 0.01]],
  [F, 1304, 11.1, 90.4, STANDING, null, [-2.24, -2.42, -1.59, -1.39]],
  [F, 1716, 27.5, 110.4, LYING, null, [0.48, 2.85, 4.05, 3.87]],
  [M, 1720, 23.2, 117.6, STANDING, null, [2.12, 1.97, 0.86, 1.1]],
  [M, 1805, 20.1, 107.1, LYING, null, [-0.69, 0.72, 1.71, 1.7]],
  [F, 1832, 19, 109, STANDING, null, [-0.11, 0.27, 0.44, 0.46]],
  [M, 1852, 21.3, 118, STANDING, null, [1.62, 1.04, -0.13, 0.08]],
];

describe('the z-scores equal those of WHO Anthro', () => {
  it.each(SURVEY)('%s, %i days, %d kg, %d cm %s', (sexo, edadDias, peso, longitud, medida, perimetro, expected) => {
    const z = zOf({ edadDias, peso, longitud, medida, perimetro }, sexo);
    const [talla, weight, pesotalla, imc, head = z.perimetro] = expected;
    expect(z).toEqual({ talla, peso: weight, pesotalla, imc, perimetro: head });
  });

  it('for the cases of its R package', () => {
    expect(zOf({ edadDias: 987, longitud: 72.86, medida: LYING }, M).talla).toBe(-6.09);
    expect(child({ edadDias: 987, longitud: 72.86, medida: LYING }, M).scores.talla?.flagged).toBe(true);
    expect(zOf({ edadDias: 731, longitud: 77.5 }).talla).toBe(-2.55);
    expect(zOf({ edadDias: 731, longitud: 77.5, medida: STANDING }).talla).toBe(-2.55);
    expect(zOf({ edadDias: 244, longitud: 60, medida: STANDING }, M).talla).toBe(-4.81);
    expect(zOf({ edadDias: 274, longitud: 60, medida: STANDING }, M).talla).toBe(-5.02);
    expect(zOf({ edadDias: 1522, peso: 17 }).peso).toBe(0.24);
  });
});

describe('lying and standing measures', () => {
  it.each([
    [STANDING, 273, 70],
    [STANDING, 274, 70.7],
    [STANDING, 730, 70.7],
    [STANDING, 731, 70],
    [LYING, 730, 70],
    [LYING, 731, 69.3],
    [null, 730, 70],
    [null, 731, 70],
  ])('measured %s at %i days, 70 cm count as %d', (medida, edadDias, expected) => {
    expect(standardLength(70, edadDias, medida)).toBeCloseTo(expected, 10);
  });

  it('without a position it is taken from the age', () => {
    const measures = { peso: 11, longitud: 86 };
    expect(zOf({ edadDias: 730, ...measures })).toEqual(zOf({ edadDias: 730, ...measures, medida: LYING }));
    expect(zOf({ edadDias: 731, ...measures })).toEqual(zOf({ edadDias: 731, ...measures, medida: STANDING }));
  });

  it('the corrected length is used for weight-for-length and BMI too', () => {
    const [lying, standing] = [
      zOf({ edadDias: 730, peso: 11, longitud: 86.7, medida: LYING }),
      zOf({ edadDias: 730, peso: 11, longitud: 86, medida: STANDING }),
    ];
    expect(standing).toEqual(lying);
  });

  it('a standing measure before 9 months gives an alert', () => {
    expect(child({ edadDias: 273, longitud: 70, medida: STANDING }).alerts).toHaveLength(1);
    expect(child({ edadDias: 274, longitud: 70, medida: STANDING }).alerts).toEqual([]);
  });
});

describe('limits', () => {
  it.each([
    [730, 44.99, false],
    [730, 45, true],
    [730, 110, true],
    [730, 110.01, false],
    [731, 64.99, false],
    [731, 65, true],
    [731, 120, true],
    [731, 120.01, false],
  ])('at %i days, weight for %d cm is computed: %s', (edadDias, longitud, computed) => {
    expect(zOf({ edadDias, peso: 9, longitud }).pesotalla !== null).toBe(computed);
  });

  it.each([
    [-1, false],
    [0, true],
    [1826, true],
    [LAST_DAY, true],
    [LAST_DAY + 1, false],
    [365.5, false],
  ])('at %d days, scores are computed: %s', (edadDias, computed) => {
    const z = Object.values(zOf({ edadDias, peso: 12, longitud: 80, perimetro: 45 }));
    expect(z.every((score) => (score !== null) === computed)).toBe(true);
  });

  it('a missing measure gives null scores', () => {
    expect(zOf({ peso: 9 })).toEqual({
      peso: expect.any(Number),
      talla: null,
      pesotalla: null,
      imc: null,
      perimetro: null,
    });
    expect(Object.values(zOf({ longitud: 74 })).filter((z) => z !== null)).toHaveLength(1);
    expect(Object.values(zOf({}))).toEqual([null, null, null, null, null]);
  });

  it('with oedema no weight-based score is computed', () => {
    const { scores, alerts } = child({ peso: 9, longitud: 74, perimetro: 45, edema: true });
    expect([scores.peso, scores.pesotalla, scores.imc]).toEqual([null, null, null]);
    expect([scores.talla?.z, scores.perimetro?.z]).toEqual([-0, 0.07].map((z) => expect.closeTo(z, 1)));
    expect(alerts).toEqual(['Con edema en ambos pies no se evalúa el peso: es señal de desnutrición aguda severa.']);
  });

  it('L, M and S are interpolated between millimetres', () => {
    const at = (longitud: number) => child({ peso: 7.2, longitud }).scores.pesotalla?.exact ?? Number.NaN;
    const [below, middle, above] = [at(65.3), at(65.35), at(65.4)];
    expect(middle).toBeLessThan(below);
    expect(middle).toBeGreaterThan(above);
    expect(middle).toBeCloseTo((below + above) / 2, 4);
    expect(at(64.6 + 0.7)).toBeCloseTo(below, 10);
  });
});

describe('plausibility', () => {
  const rows = (sexo: Sex) => standards[sexo].lhfa.rows[365] ?? { l: 1, m: 0, s: 0 };
  it.each([
    [-6.01, true],
    [-6, false],
    [6, false],
    [6.01, true],
  ])('length-for-age %d is flagged: %s', (z, flagged) => {
    const { scores, alerts } = child({ longitud: measureAt(z, rows(F)) });
    expect([scores.talla?.z, scores.talla?.flagged]).toEqual([z, flagged]);
    expect(alerts).toEqual(
      flagged ? ['La talla para la edad está fuera de lo posible. Revisa la talla y la edad.'] : [],
    );
  });

  it('the limits of weight-for-age are −6 and 5, of the others −5 and 5', () => {
    const flags = (input: Partial<GrowthInput>) => INDICATOR_KEYS.filter((key) => child(input).scores[key]?.flagged);
    expect(flags({ peso: 25, longitud: 75 })).toEqual(['peso', 'pesotalla', 'imc']);
    expect(flags({ perimetro: 30 })).toEqual(['perimetro']);
    expect(zOf({ peso: 4.1 }).peso).toBeLessThan(-5);
    expect(flags({ peso: 4.1 })).toEqual([]);
  });
});

describe.each(SEXES)('for sex %s', (sexo) => {
  const day = fc.integer({ min: 0, max: LAST_DAY });
  const exact = (input: Partial<GrowthInput>, key: (typeof INDICATOR_KEYS)[number]) =>
    child(input, sexo).scores[key]?.exact ?? Number.NaN;
  const forAge = [
    ['peso', 'peso', 'wfa'],
    ['talla', 'longitud', 'lhfa'],
    ['perimetro', 'perimetro', 'hcfa'],
  ] as const;

  it('the median has the score 0, and larger measures have larger scores', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...forAge),
        fc.double({ min: 0.001, max: 20, noNaN: true }),
        (edadDias, of, more) => {
          const [key, measure, table] = of;
          const median = standards[sexo][table].rows[edadDias]?.m ?? Number.NaN;
          expect(exact({ edadDias, [measure]: median }, key)).toBeCloseTo(0, 10);
          const low = exact({ edadDias, [measure]: median - Math.min(more, median / 2) }, key);
          expect(low).toBeLessThan(0);
          expect(exact({ edadDias, [measure]: median + more }, key)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('weight for length and BMI rise with weight', () => {
    const weight = fc.integer({ min: 90, max: 5800 }).map((grams) => grams / 100);
    const length = fc.integer({ min: 650, max: 1100 }).map((millimetres) => millimetres / 10);
    fc.assert(
      fc.property(day, length, weight, weight, (edadDias, longitud, one, other) => {
        fc.pre(one < other);
        for (const key of ['peso', 'pesotalla', 'imc'] as const)
          expect(exact({ edadDias, longitud, peso: one }, key)).toBeLessThan(
            exact({ edadDias, longitud, peso: other }, key),
          );
      }),
    );
  });

  it('no score jumps from one day to the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 15, max: LAST_DAY - 1 }), fc.constantFrom(-2, 0, 2), (edadDias, z) => {
        fc.pre(edadDias !== 730);
        for (const [key, measure, table] of forAge) {
          const value = measureAt(z, standards[sexo][table].rows[edadDias] ?? { l: 1, m: 0, s: 0 });
          const [today, tomorrow] = [0, 1].map((later) => exact({ edadDias: edadDias + later, [measure]: value }, key));
          expect(Math.abs(Number(tomorrow) - Number(today))).toBeLessThan(0.1);
        }
      }),
    );
  });
});
