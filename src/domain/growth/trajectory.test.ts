import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import { measureAt } from './lms.ts';
import { type GrowthControl, showScore, trajectoryOf } from './trajectory.ts';
import { loadStandards } from './who/standards.ts';

const girls = await loadStandards('FEMENINO');
const BIRTH = '2025-01-01';
const CHILD = { birth: BIRTH, gestacion: null };
const none = { l: 1, m: 0, s: 0 };

/** A girl's control at an age with these z-scores. */
function control(
  days: number,
  { talla = 0, peso = 0, kg }: { talla?: number; peso?: number; kg?: number },
): GrowthControl {
  const cents = (value: number) => Math.round(value * 1000) / 1000;
  return {
    fecha: addDays(BIRTH, days),
    peso: kg ?? cents(measureAt(peso, girls.wfa.rows[days] ?? none)),
    longitud: cents(measureAt(talla, girls.lhfa.rows[days] ?? none)),
    perimetro: null,
  };
}
const stepsOf = (...controls: GrowthControl[]) => trajectoryOf(controls, CHILD, girls);
const warningsOf = (...controls: GrowthControl[]) =>
  stepsOf(...controls)
    .at(-1)
    ?.warnings.map(({ sentence }) => sentence);

describe('a trajectory', () => {
  it('is ordered by date, with the changes since the previous control', () => {
    const [first, second] = stepsOf(control(100, { kg: 6.2 }), control(60, { kg: 5.05 }));
    expect([first?.edad?.cronologica, second?.edad?.cronologica]).toEqual([60, 100]);
    expect(first?.change).toEqual({ peso: null, longitud: null, perimetro: null });
    expect(second?.change).toEqual({ peso: 1.15, longitud: 3.52, perimetro: null });
    expect(second?.zChange.talla).toBe(0);
    expect(first?.zChange.talla).toBeNull();
  });

  it('without birth date or standards has changes and weight warnings, but no z-scores', () => {
    const controls = [control(60, { kg: 5 }), control(90, { kg: 4.9 })];
    for (const steps of [
      trajectoryOf(controls, { ...CHILD, birth: null }, girls),
      trajectoryOf(controls, CHILD, null),
    ]) {
      expect(steps.map(({ evaluation }) => evaluation)).toEqual([null, null]);
      expect(steps[1]?.warnings).toEqual([
        { about: 'peso', sentence: 'El peso bajó 0,10 kg desde el control anterior.' },
      ]);
    }
    expect(trajectoryOf([], CHILD, girls)).toEqual([]);
  });
});

describe('a preterm child', () => {
  const ofWeeks = (weeks: number, ...controls: GrowthControl[]) =>
    trajectoryOf(controls, { ...CHILD, gestacion: weeks * 7 }, girls);

  it('is compared at its corrected age, and beside it at the chronological one', () => {
    const [step] = ofWeeks(32, control(120, {}));
    expect(step?.edad).toEqual({ cronologica: 120, corregida: 64, usada: 'corregida' });
    expect(step?.evaluation?.scores.talla?.z).toBeGreaterThan(2);
    expect(step?.uncorrected?.scores.talla?.z).toBe(0);
  });

  it('has only a weight for length before the expected date of birth', () => {
    const early = { ...control(60, {}), peso: 3.1, longitud: 49.5, perimetro: 34 };
    const [step] = ofWeeks(30, early);
    const { pesotalla, ...byAge } = step?.evaluation?.scores ?? {};
    expect(pesotalla?.z).toBeTypeOf('number');
    expect(Object.values(byAge)).toEqual([null, null, null, null]);
  });

  it('whose corrected age ends is compared with its chronological scores of before', () => {
    const [before, now] = [control(720, { talla: -2.3 }), control(800, { talla: -2.3 })];
    const [first, last] = ofWeeks(32, before, now);
    expect([first?.edad?.usada, last?.edad?.usada]).toEqual(['corregida', 'cronologica']);
    expect(first?.evaluation?.scores.talla?.z).toBeGreaterThan(-2);
    expect(last?.evaluation?.scores.talla?.z).toBeCloseTo(-2.3, 1);
    expect([last?.crossed, last?.zChange.talla]).toEqual([[], expect.closeTo(0, 1)]);
  });

  it('crosses −2 by the corrected scores only', () => {
    const [before, now] = [control(60, { talla: -1.9 }), control(100, { talla: -2.1 })];
    expect(stepsOf(before, now).at(-1)?.crossed).toEqual(['talla']);
    expect(ofWeeks(34, before, now).at(-1)?.crossed).toEqual([]);
  });
});

describe('weight', () => {
  const kilos = (...weights: number[]) => warningsOf(...weights.map((kg, index) => control(200 + 30 * index, { kg })));

  it.each([
    [[7.5, 7.4, 7.5], 'El peso no sube desde hace dos controles (de 7,50 kg a 7,50 kg).'],
    [[7.5, 7.5, 7.5], 'El peso no sube desde hace dos controles (de 7,50 kg a 7,50 kg).'],
    [[7.5, 7.6, 7.4], 'El peso no sube desde hace dos controles (de 7,50 kg a 7,40 kg).'],
    [[7.5, 7.8, 7.6], 'El peso bajó 0,20 kg desde el control anterior.'],
    [[7.5, 7.49], 'El peso bajó 0,01 kg desde el control anterior.'],
  ])('%j gives a warning', (weights, sentence) => {
    expect(kilos(...weights)).toEqual([sentence]);
  });

  it.each([[[7.5]], [[7.5, 7.5]], [[7.5, 7.5, 7.51]], [[7.5, 7.4, 7.51]]])('%j gives no warning', (weights) => {
    expect(kilos(...weights)).toEqual([]);
  });
});

describe('length for age', () => {
  const falls = (...scores: [days: number, talla: number][]) =>
    warningsOf(...scores.map(([days, talla]) => control(days, { talla, peso: 0.3 })));

  it('gives a warning after a fall of 0.67 SD, not less', () => {
    expect(falls([200, 0.5], [260, -0.17])).toEqual([
      'Crece menos de lo esperado: la talla para la edad bajó de +0,50 a −0,17 DE desde el 20/07/2025.',
    ]);
    expect(falls([200, 0.5], [260, -0.16])).toEqual([]);
    expect(falls([200, -0.5], [260, 0.5])).toEqual([]);
  });

  it('is compared with the best of the last six months, so that a slow fall is found', () => {
    expect(falls([200, 0.5], [260, 0.1], [320, -0.3])).toHaveLength(1);
    expect(falls([200, 0.5], [300, 0.1], [384, -0.3])).toEqual([]);
    expect(falls([200, 0.5], [500, -0.3])).toHaveLength(1);
  });

  it('that is implausible is ignored', () => {
    expect(falls([200, 0.5], [260, -6.5])).toEqual([]);
  });
});

describe('a z-score that falls below −2 or −3', () => {
  const passes = (before: number, now: number) =>
    warningsOf(control(300, { talla: before, peso: 0.4 }), control(330, { talla: now, peso: 0.4 }))?.filter(
      (sentence) => sentence.includes('por debajo'),
    );

  it.each([
    [-1.9, -2.01, ['La talla para la edad pasó por debajo de −2 DE (de −1,90 a −2,01): talla baja.']],
    [-2, -2.01, ['La talla para la edad pasó por debajo de −2 DE (de −2,00 a −2,01): talla baja.']],
    [-1.9, -2, []],
    [-2.01, -2.5, []],
    [-2.9, -3.01, ['La talla para la edad pasó por debajo de −3 DE (de −2,90 a −3,01): talla baja severa.']],
    [-1.9, -3.2, ['La talla para la edad pasó por debajo de −3 DE (de −1,90 a −3,20): talla baja severa.']],
    [-3.2, -1.5, []],
  ])('is reported for a change from %d to %d', (before, now, sentences) => {
    expect(passes(before, now)).toEqual(sentences);
  });

  it('is reported for weight too', () => {
    expect(warningsOf(control(300, { peso: -1.9 }), control(360, { peso: -2.2 }))?.join(' ')).toContain(
      'El peso para la edad pasó por debajo de −2 DE (de −1,90 a −2,20): bajo peso.',
    );
  });
});

it.each([
  [-1.5, '−1,50'],
  [0, '0,00'],
  [0.25, '+0,25'],
])('%d is shown as %s', (z, text) => {
  expect(showScore(z)).toBe(text);
});
