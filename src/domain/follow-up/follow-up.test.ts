import { describe, expect, it } from 'vitest';
import { followedUntil, nextControl } from './controls.ts';
import { malnourishedSince, type VisitFacts, visitOrder, visitsOf, visitText } from './visits.ts';

describe('the next control', () => {
  it.each([
    // Never seen: due at one month.
    ['2026-01-15', null, '2026-02-15'],
    ['2026-01-31', null, '2026-02-28'],
    // Monthly under 12 months, by the age at the last control.
    ['2026-01-15', '2026-02-15', '2026-03-15'],
    ['2025-01-15', '2026-01-14', '2026-02-14'],
    // Every two months from 12 months.
    ['2025-01-15', '2026-01-15', '2026-03-15'],
    ['2025-01-15', '2026-10-15', '2026-12-15'],
    // The last one is at 24 months.
    ['2025-01-15', '2026-12-20', '2027-01-15'],
    ['2025-01-15', '2027-01-14', '2027-01-15'],
    ['2025-01-15', '2027-01-15', null],
    ['2025-01-15', '2027-03-01', null],
    // A control dated before the birth is ignored.
    ['2026-01-15', '2025-12-31', '2026-02-15'],
    [null, '2026-02-15', null],
    [null, null, null],
  ])('of a child born %s and last seen %s is due on %s', (birth, last, due) => {
    expect(nextControl(birth, last)).toBe(due);
  });
});

it.each([
  ['2024-01-15', '2024-03-01', '2026-02-14'],
  [null, '2024-03-01', '2026-03-31'],
  ['2024-02-29', '2024-03-01', '2026-03-28'],
])('a child born %s and registered %s is followed until %s, the last day with 24 months', (birth, registered, last) => {
  expect(followedUntil(birth, registered)).toBe(last);
});

const facts = (change: Partial<VisitFacts> = {}): VisitFacts => ({
  visto: '2026-10-01',
  desnutricionDesde: null,
  proximoControl: '2026-11-01',
  proximaVacuna: '2026-12-01',
  vacunasDebidas: 'SRP, 1.ª dosis',
  cruce: null,
  ...change,
});
const NEVER = { proximoControl: null, proximaVacuna: null };

describe('the reasons for a visit', () => {
  it('start one day after the control was due, and on the day the vaccine is due', () => {
    expect(visitsOf(facts())).toEqual([
      { motivo: 'control', desde: '2026-11-02' },
      { motivo: 'vacunas', desde: '2026-12-01' },
    ]);
  });

  it('start after 30 days without a control for a malnourished child, and at once after a crossed line', () => {
    expect(malnourishedSince('Desnutrición', '2026-10-01')).toBe('2026-11-01');
    expect(malnourishedSince('Desnutrición', null)).toBeNull();
    expect(malnourishedSince('Sobrepeso', '2026-10-01')).toBeNull();
    expect(visitsOf(facts({ desnutricionDesde: '2026-11-01', cruce: 'talla/edad', ...NEVER }))).toEqual([
      { motivo: 'cruce', desde: '2026-10-01' },
      { motivo: 'desnutricion', desde: '2026-11-01' },
    ]);
  });

  it('are empty without a due date', () => {
    expect(visitsOf(facts(NEVER))).toEqual([]);
    expect(visitOrder(facts(NEVER), '2026-12-05')).toEqual({ prioridad: 3, visitarDesde: null, cambia: null });
  });

  it.each<[string, Partial<VisitFacts>, string, [number, string, string | null]]>([
    ['only a vaccine', { proximaVacuna: '2026-08-01' }, '2026-10-15', [3, '2026-08-01', '2026-11-02']],
    ['an overdue control before a vaccine', { proximaVacuna: '2026-08-01' }, '2026-11-02', [2, '2026-11-02', null]],
    ['nothing yet', {}, '2026-11-01', [3, '2026-11-02', '2026-11-02']],
    ['growth in danger first', { cruce: 'talla/edad' }, '2026-11-05', [1, '2026-10-01', '2026-12-01']],
    [
      'malnourished, but seen lately',
      { desnutricionDesde: '2026-11-20' },
      '2026-11-05',
      [2, '2026-11-02', '2026-11-20'],
    ],
    ['malnourished and unseen', { desnutricionDesde: '2026-11-20' }, '2026-11-20', [1, '2026-11-20', '2026-12-01']],
  ])('the order is right for %s', (_case, change, day, [prioridad, visitarDesde, cambia]) => {
    expect(visitOrder(facts(change), day)).toEqual({ prioridad, visitarDesde, cambia });
  });

  it('are written as one sentence each', () => {
    const ill = facts({ desnutricionDesde: '2026-11-01', cruce: 'talla/edad' });
    expect(visitsOf(ill).map((visit) => visitText(visit, ill, '2026-12-05'))).toEqual([
      'En el control del 01/10/2026 pasó por debajo de −2 o −3 DE en talla/edad.',
      'Con desnutrición y 65 días sin control.',
      'El control tocaba el 01/11/2026.',
      'Desde el 01/12/2026: SRP, 1.ª dosis.',
    ]);
    const unseen = facts({ visto: null });
    expect(visitText({ motivo: 'control', desde: '' }, unseen, '2026-12-05')).toBe(
      'Sin ningún control; el primero tocaba el 01/11/2026.',
    );
  });
});
