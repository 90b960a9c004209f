import { describe, expect, it } from 'vitest';
import { prevalence } from './prevalence.ts';
import {
  SURVEY_COUNTS,
  SURVEY_GROUPINGS,
  SURVEY_INDICATORS,
  type SurveyCounts,
  saysLittle,
  severityOf,
  surveyShares,
} from './survey.ts';
import { SURVEY_GROUPS } from './survey-groups.ts';

describe('the classes of severity by WHO and UNICEF', () => {
  const { cronica, aguda, sobrepeso, global } = SURVEY_INDICATORS;

  it.each([
    [0, 'Muy baja'],
    [2499, 'Muy baja'],
    [2500, 'Baja'],
    [9999, 'Baja'],
    [10_000, 'Media'],
    [19_999, 'Media'],
    [20_000, 'Alta'],
    [29_999, 'Alta'],
    [30_000, 'Muy alta'],
    [100_000, 'Muy alta'],
  ])('of stunting in %i of 100,000 is %s', (cases, severity) => {
    expect(severityOf(cronica.bounds, cases, 100_000)).toBe(severity);
  });

  it.each([
    [0, 'Muy baja'],
    [2499, 'Muy baja'],
    [2500, 'Baja'],
    [4999, 'Baja'],
    [5000, 'Media'],
    [9999, 'Media'],
    [10_000, 'Alta'],
    [14_999, 'Alta'],
    [15_000, 'Muy alta'],
  ])('of wasting and overweight in %i of 100,000 is %s', (cases, severity) => {
    expect(severityOf(aguda.bounds, cases, 100_000)).toBe(severity);
    expect(severityOf(sobrepeso.bounds, cases, 100_000)).toBe(severity);
  });

  it('uses the unrounded share: 2.4999 % is shown as 2.5 % but is very low', () => {
    expect(prevalence(24_999, 1_000_000).porcentaje).toBe(2.5);
    expect(severityOf(cronica.bounds, 24_999, 1_000_000)).toBe('Muy baja');
    expect(severityOf(cronica.bounds, 25_000, 1_000_000)).toBe('Baja');
  });

  it('do not exist for underweight and without children', () => {
    expect(severityOf(global.bounds, 1, 2)).toBeNull();
    expect(severityOf(cronica.bounds, 0, 0)).toBeNull();
  });
});

it.each([
  [0, true],
  [29, true],
  [30, false],
])('a share of %i children says little: %s', (n, little) => {
  expect(saysLittle(n)).toBe(little);
});

// R. G. Newcombe, Statistics in Medicine 17 (1998) 857–872, table I, method 3 (score).
it.each([
  [81, 263, [25.53, 36.62]],
  [15, 148, [6.24, 16.05]],
  [0, 20, [0, 16.11]],
  [1, 29, [0.61, 17.18]],
])('the interval of %i of %i is the published one', (cases, n, interval) => {
  expect(prevalence(cases, n).intervalo).toEqual(interval);
});

it('each indicator has its own denominator, and the programme counts all children', () => {
  const zero = Object.fromEntries(SURVEY_COUNTS.map((name) => [name, 0])) as SurveyCounts;
  const shares = surveyShares({
    ...zero,
    ...{ ninos: 100, desnutricion: 7 },
    ...{ talla: 80, tallaBajo2: 20, tallaBajo3: 4 },
    ...{ pesotalla: 50, pesotallaBajo2: 2, pesotallaBajo3: 1, pesotallaSobre2: 5, pesotallaSobre3: 0 },
    ...{ peso: 90, pesoBajo2: 9, pesoBajo3: 3 },
  });
  expect(shares).toMatchObject({
    ninos: 100,
    programa: { casos: 7, porcentaje: 7 },
    cronica: { n: 80, total: { casos: 20, porcentaje: 25 }, severa: { casos: 4, porcentaje: 5 }, clase: 'Alta' },
    aguda: { n: 50, total: { casos: 2, porcentaje: 4 }, severa: { casos: 1, porcentaje: 2 }, clase: 'Baja' },
    sobrepeso: { n: 50, total: { casos: 5, porcentaje: 10 }, severa: { casos: 0, porcentaje: 0 }, clase: 'Alta' },
    global: { n: 90, total: { casos: 9, porcentaje: 10 }, severa: { casos: 3, porcentaje: 3.33 }, clase: null },
  });
  expect(surveyShares(zero).cronica).toEqual({
    n: 0,
    total: { casos: 0, porcentaje: null, intervalo: null },
    severa: { casos: 0, porcentaje: null, intervalo: null },
    clase: null,
  });
});

it('a group is named in words, also where nothing is recorded', () => {
  const empty = { provincia: '', canton: '', establecimiento: '', sexo: '', edad: '' };
  expect(SURVEY_GROUPINGS.map((name) => SURVEY_GROUPS[name].nameOf(empty))).toEqual([
    'Sin provincia',
    'Sin cantón',
    'Sin establecimiento',
    'Sin sexo registrado',
    '',
  ]);
  expect(SURVEY_GROUPS.sexo.nameOf({ ...empty, sexo: 'FEMENINO' })).toBe('Niñas');
  expect(SURVEY_GROUPS.edad.nameOf({ ...empty, edad: '12-23' })).toBe('12 a 23 meses');
  expect(SURVEY_GROUPS.establecimiento.withinOf?.({ ...empty, canton: 'COLTA', provincia: 'CHIMBORAZO' })).toBe(
    'COLTA, CHIMBORAZO',
  );
});
