import { beforeAll, describe, expect, it } from 'vitest';
import { evaluateGrowth } from '../growth/evaluate.ts';
import { loadStandards, type Standards } from '../growth/who/standards.ts';
import { countControl, type MeasuredControl } from './count-control.ts';
import { type Counts, noCounts, type SpreadKey } from './counts.ts';

let girls: Standards;
beforeAll(async () => {
  girls = await loadStandards('FEMENINO');
});

const CONTROL: MeasuredControl = {
  fecha: '2026-09-22',
  nacimiento: '2025-09-22',
  gestacion: null,
  peso: 8.46,
  longitud: 74.14,
  perimetro: 45.1,
  antes: null,
};

const countsOf = (changed: Partial<MeasuredControl> = {}, standards: Standards | null = girls): Counts => {
  const counts = noCounts();
  countControl(counts, { ...CONTROL, ...changed }, standards);
  return counts;
};

/** The counts other than 0. */
const some = (counts: Counts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

describe('one control counts', () => {
  it('its measures, their last digits, and the powers of its scores in hundredths', () => {
    const counts = countsOf();
    const { scores } = evaluateGrowth({ edadDias: 365, peso: 8.46, longitud: 74.14, perimetro: 45.1 }, girls);
    const powers = (name: SpreadKey) => {
      const z = Math.round(100 * Number(scores[name]?.z));
      return { [`${name}Suma1`]: z, [`${name}Suma2`]: z ** 2, [`${name}Suma3`]: z ** 3, [`${name}Suma4`]: z ** 4 };
    };
    expect([counts.tallaSuma1, counts.pesoSuma1]).toEqual([5, -46]);
    expect(some(counts)).toEqual({
      ...{ controles: 1, evaluables: 1, pesoCon: 1, longitudCon: 1, perimetroCon: 1 },
      ...{ peso5: 1, longitud1: 1, perimetro1: 1 },
      ...{ tallaPuntajes: 1, pesoPuntajes: 1, pesotallaPuntajes: 1, perimetroPuntajes: 1 },
      ...{ ...powers('talla'), ...powers('peso'), ...powers('pesotalla') },
    });
  });

  it('no missing measure, and no score of it', () => {
    const counts = countsOf({ longitud: null });
    expect(counts).toMatchObject({ controles: 1, longitudCon: 0, pesoCon: 1, tallaPuntajes: 0, pesotallaPuntajes: 0 });
    expect(counts).toMatchObject({ pesoPuntajes: 1, longitud0: 0 });
  });

  it('no score without birth date, before birth, or without sex', () => {
    for (const counts of [countsOf({ nacimiento: null }), countsOf({ nacimiento: '2026-09-23' }), countsOf({}, null)])
      expect(counts).toMatchObject({ controles: 1, evaluables: 0, tallaPuntajes: 0, pesoPuntajes: 0, pesoSuma2: 0 });
  });

  it('the scores of a preterm child at its corrected age', () => {
    const early = countsOf({ nacimiento: '2025-07-28', gestacion: 224 });
    expect(early).toEqual(countsOf());
  });

  it('an implausible score, whose powers are left out', () => {
    const counts = countsOf({ longitud: 54 });
    expect(counts).toMatchObject({ tallaPuntajes: 1, tallaFuera: 1, tallaSuma2: 0, pesoFuera: 0 });
    expect(counts.pesoSuma2).toBeGreaterThan(0);
  });
});

describe('beside the child’s earlier control', () => {
  const before = { peso: 8.2, longitud: 74.5, perimetro: 45.1 };

  it.each([
    [73.8, 0],
    [73.79, 1],
    [74.5, 0],
    [80, 0],
  ])('a length of %d after 74.5 cm counts %d as shorter', (longitud, acortados) => {
    expect(countsOf({ longitud, antes: before })).toMatchObject({ comparados: 1, acortados });
  });

  it('equal values are counted by measure', () => {
    expect(countsOf({ antes: before })).toMatchObject({ pesoIgual: 0, longitudIgual: 0, perimetroIgual: 1 });
    expect(countsOf({ antes: { ...before, peso: 8.46 } })).toMatchObject({ pesoIgual: 1 });
    expect(countsOf({ peso: null, antes: { ...before, peso: null } })).toMatchObject({ pesoIgual: 0 });
  });

  it('nothing is compared without one', () => {
    expect(countsOf()).toMatchObject({ comparados: 0, acortados: 0, perimetroIgual: 0 });
  });
});
