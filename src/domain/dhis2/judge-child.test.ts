import { beforeAll, describe, expect, it } from 'vitest';
import { loadEveryStandard } from '../growth/who/standards.ts';
import { AGGREGATE_KEYS, AGGREGATES, type AggregateKey, figuresOfChild, figuresOfWoman } from './aggregates.ts';
import { type CountedChild, type JudgingRules, judgeChild } from './judge-child.ts';

const PERIOD = { name: '202611', desde: '2026-11-01', hasta: '2026-11-30' };
const CONTROL = { fecha: '2026-11-10', peso: 9, longitud: 74, perimetro: 45 };
/** A girl of twelve months, with everything normal. */
const GIRL: CountedChild = {
  sexo: 'FEMENINO',
  birth: '2025-11-10',
  registered: '2026-01-01',
  gestacion: null,
  controls: 1,
  control: CONTROL,
  screening: null,
  vaccines: [],
};

let rules: JudgingRules;
beforeAll(async () => {
  rules = { standards: await loadEveryStandard(), table: '2024' };
});

const judge = (change: Partial<CountedChild> = {}) => judgeChild({ ...GIRL, ...change }, PERIOD, rules);
/** The figures of a child that are not 0. */
const counted = (change: Partial<CountedChild> = {}) => {
  const figures = figuresOfChild(judge(change));
  return AGGREGATE_KEYS.filter((_, at) => figures[at] !== 0);
};
const MEASURED: AggregateKey[] = ['medidosTalla', 'medidosPesoTalla', 'medidosPeso'];

describe('the nutrition of a child', () => {
  it.each<[string, Partial<typeof CONTROL>, AggregateKey[]]>([
    ['normal', {}, []],
    ['short', { longitud: 68 }, ['tallaBaja']],
    ['very short', { longitud: 65, peso: 7.2 }, ['tallaBaja', 'tallaBajaSevera']],
    ['thin', { peso: 7.3 }, ['desnutricionAguda']],
    ['very thin', { peso: 6.6 }, ['desnutricionAguda', 'desnutricionAgudaSevera', 'bajoPeso']],
    ['heavy', { peso: 11.8 }, ['sobrepeso']],
  ])('%s counts as measured and in its classes', (_, change, classes) => {
    const ofGrowth = AGGREGATE_KEYS.filter((key) => AGGREGATES[key].source.startsWith('Patrones'));
    const own = counted({ control: { ...CONTROL, ...change } });
    expect(own.filter((key) => ofGrowth.includes(key))).toEqual(
      ofGrowth.filter((key) => [...MEASURED, ...classes].includes(key)),
    );
  });

  it('an impossible measure is not measured, and without sex or birth nothing is', () => {
    expect(counted({ control: { ...CONTROL, longitud: 40 } })).not.toContain('medidosTalla');
    for (const change of [{ sexo: '' }, { birth: null }])
      expect(counted(change).filter((key) => MEASURED.includes(key))).toEqual([]);
  });

  it('is judged at the corrected age of a preterm child', () => {
    const short = { ...CONTROL, longitud: 68.5 };
    expect(counted({ control: short })).toContain('tallaBaja');
    expect(counted({ control: short, gestacion: 196 })).not.toContain('tallaBaja');
  });
});

describe('the haemoglobin of a child', () => {
  const screening = (valorcorregido: number, fechaaplicacion = '2026-11-20') => ({
    screening: { fechaaplicacion, edadapli: 12, valorcorregido },
  });

  it('below the cut-off of the WHO is anaemia, and at it none', () => {
    expect(counted(screening(10.49))).toContain('anemia');
    expect(counted(screening(10.5))).not.toContain('anemia');
    for (const value of [10.49, 10.5]) expect(counted(screening(value))).toContain('medidosHemoglobina');
  });

  it('of a younger infant has no class and does not count', () => {
    const young = counted({ birth: '2026-06-01', ...screening(6) });
    expect(young.filter((key) => key === 'anemia' || key === 'medidosHemoglobina')).toEqual([]);
  });
});

describe('the vaccines of a child', () => {
  const BORN = { birth: '2026-10-15' };
  const bcg = (fechaaplicacion: string) => ({ vaccines: [{ tipovacuna: 'BCG', dosis: 1, fechaaplicacion }] });

  it('are complete when every dose of its age was given, and not without one', () => {
    expect(counted({ ...BORN, ...bcg('2026-10-15') })).toContain('vacunasCompletas');
    expect(counted(BORN)).not.toContain('vacunasCompletas');
  });

  it('do not count without a control in the period or without a birth', () => {
    expect(counted({ ...BORN, ...bcg('2026-10-15'), controls: 0, control: null })).not.toContain('vacunasCompletas');
    expect(counted({ birth: null, ...bcg('2026-10-15') })).not.toContain('vacunasCompletas');
  });

  it('are judged on the last day of the period: what is due for less than a month is not late', () => {
    const lastDay = (birth: string) => counted({ birth, ...bcg(birth) });
    // Two months old on 30 September and on 31 October.
    expect(lastDay('2026-08-31')).toContain('vacunasCompletas');
    expect(lastDay('2026-08-30')).not.toContain('vacunasCompletas');
  });

  it('a dose that can no longer be given is missing for good', () => {
    expect(counted({ birth: '2025-01-01' })).not.toContain('vacunasCompletas');
  });
});

it('each figure counts either children or women', () => {
  const child = figuresOfChild(judge());
  const woman = figuresOfWoman({ registered: true, controls: 1, firstControl: 'early' });
  for (const [at, key] of AGGREGATE_KEYS.entries())
    expect([child, woman].map((figures) => figures[at])[AGGREGATES[key].of === 'nino' ? 1 : 0]).toBe(0);
  expect(AGGREGATE_KEYS.filter((_, at) => woman[at] !== 0)).toEqual(
    AGGREGATE_KEYS.filter((key) => AGGREGATES[key].of === 'mujer'),
  );
});
