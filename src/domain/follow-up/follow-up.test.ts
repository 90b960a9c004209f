import { describe, expect, it } from 'vitest';
import { followedUntil, nextControl } from './controls.ts';
import { type VisitFacts, visitOrder, visitsOf, visitText } from './visits.ts';

describe('the next control', () => {
  it.each([
    // Born, never seen: due at one month.
    ['2026-01-15', null, '2026-02-15'],
    ['2026-01-31', null, '2026-02-28'],
    // Monthly under 12 months, by the age at the last control …
    ['2026-01-15', '2026-02-15', '2026-03-15'],
    ['2025-01-15', '2026-01-14', '2026-02-14'],
    // … every two months from 12 …
    ['2025-01-15', '2026-01-15', '2026-03-15'],
    ['2025-01-15', '2026-10-15', '2026-12-15'],
    // … and last at 24 months.
    ['2025-01-15', '2026-12-20', '2027-01-15'],
    ['2025-01-15', '2027-01-14', '2027-01-15'],
    ['2025-01-15', '2027-01-15', null],
    ['2025-01-15', '2027-03-01', null],
    // A control dated before the birth says nothing.
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
])('a child born %s and registered %s is followed until %s, while it has 24 months', (birth, registered, last) => {
  expect(followedUntil(birth, registered)).toBe(last);
});

const facts = (change: Partial<VisitFacts> = {}): VisitFacts => ({
  estado: 'Normal',
  controlFecha: '2026-10-01',
  proximoControl: '2026-11-01',
  proximaVacuna: '2026-12-01',
  cruce: null,
  ...change,
});

describe('the reasons for a visit', () => {
  it('begin the day after a control was due, and on the day a vaccine is', () => {
    expect(visitsOf(facts())).toEqual([
      { motivo: 'control', desde: '2026-11-02' },
      { motivo: 'vacunas', desde: '2026-12-01' },
    ]);
  });

  it('begin after 30 days without a control when malnourished, and at once when a line was crossed', () => {
    const visits = visitsOf(
      facts({ estado: 'Desnutrición', cruce: 'talla/edad', proximoControl: null, proximaVacuna: null }),
    );
    expect(visits).toEqual([
      { motivo: 'cruce', desde: '2026-10-01' },
      { motivo: 'desnutricion', desde: '2026-11-01' },
    ]);
  });

  it('are none without a due date', () => {
    expect(visitsOf(facts({ proximoControl: null, proximaVacuna: null }))).toEqual([]);
  });

  it('order: danger first, then the first day of all', () => {
    expect(visitOrder(facts())).toEqual({ prioridad: 2, visitarDesde: '2026-11-02' });
    expect(visitOrder(facts({ proximaVacuna: '2026-08-01' }))).toEqual({ prioridad: 2, visitarDesde: '2026-08-01' });
    expect(visitOrder(facts({ cruce: 'talla/edad' }))).toEqual({ prioridad: 1, visitarDesde: '2026-10-01' });
    expect(visitOrder(facts({ estado: 'Desnutrición' }))).toEqual({ prioridad: 1, visitarDesde: '2026-11-01' });
    expect(visitOrder(facts({ proximoControl: null, proximaVacuna: null }))).toEqual({
      prioridad: 2,
      visitarDesde: null,
    });
  });

  it('are said in one sentence each', () => {
    const ill = facts({ estado: 'Desnutrición', cruce: 'talla/edad' });
    expect(visitsOf(ill).map((visit) => visitText(visit, ill, '2026-12-05'))).toEqual([
      'En el control del 01/10/2026 pasó por debajo de −2 o −3 DE en talla/edad.',
      'Con desnutrición y 65 días sin control.',
      'El control tocaba el 01/11/2026.',
      'Tiene una vacuna que tocaba desde el 01/12/2026.',
    ]);
    const unseen = facts({ controlFecha: null });
    expect(visitText({ motivo: 'control', desde: '' }, unseen, '2026-12-05')).toBe(
      'Sin ningún control; el primero tocaba el 01/11/2026.',
    );
  });
});
