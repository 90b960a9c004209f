import { describe, expect, it } from 'vitest';
import { nino } from '../records/nino.ts';
import {
  type Condition,
  equalConditions,
  listConditions,
  reasonHolds,
  visitIsDue,
  visitListConditions,
} from './conditions.ts';
import type { ListedChild } from './listed-row.ts';
import { matches } from './matches.ts';

const ROSA = '0190a000-0000-7000-8000-000000000001';
const row = (part: object): ListedChild =>
  ({
    ...{ createdBy: { _id: ROSA }, custodio: ROSA, fechaRegistro: '2026-11-20T15:00:00.000Z', sexo: 'FEMENINO' },
    ...{
      meses: ['2026-10'],
      advertencia: null,
      visto: null,
      ztalla: null,
      cruce: null,
      seguimientoHasta: '2026-12-01',
    },
    ...part,
  }) as unknown as ListedChild;
const holds = (conditions: readonly Condition[], part: object = {}) => matches(conditions)(row(part));

describe('a condition', () => {
  it.each([
    [{ is: 'less', field: 'ztalla', than: -2 }, { ztalla: -2.01 }, { ztalla: -2 }],
    [
      { is: 'atMost', field: 'visitarDesde', than: '2026-11-25' },
      { visitarDesde: '2026-11-25' },
      { visitarDesde: '2026-11-26' },
    ],
    [{ is: 'atLeast', field: 'seguimientoHasta', than: '2026-12-01' }, {}, { seguimientoHasta: '2026-11-30' }],
    [{ is: 'empty', field: 'ztalla' }, {}, { ztalla: 0 }],
    [{ is: 'filled', field: 'ztalla' }, { ztalla: 0 }, {}],
    [{ is: 'equal', field: 'sexo', to: '' }, { sexo: '' }, {}],
    [{ is: 'recordedBy', user: ROSA }, {}, { createdBy: { _id: 'luis' } }],
    [{ is: 'heldBy', user: ROSA }, {}, { custodio: 'luis' }],
    [{ is: 'controlledIn', month: '2026-10' }, {}, { meses: [] }],
    [{ is: 'seenBefore', day: '2026-11-21' }, {}, { visto: '2026-11-21' }],
    // In Guayaquil it was registered the day before.
    [
      { is: 'seenBefore', day: '2026-11-20' },
      { fechaRegistro: '2026-11-20T03:00:00.000Z' },
      { fechaRegistro: '2026-11-20T05:00:00.000Z' },
    ],
    [
      { is: 'warnedSince', day: '2026-11-20' },
      { advertencia: '2026-11-20T05:00:00.000Z' },
      { advertencia: '2026-11-20T04:59:59.999Z' },
    ],
  ] as const)('%j holds for %j and not for %j', (condition, some, other) => {
    expect([holds([condition], some), holds([condition], other)]).toEqual([true, false]);
  });

  it.each(['less', 'atMost', 'atLeast'] as const)('on an empty field never holds: %s', (is) => {
    for (const than of [-9, 9, '0001-01-01', '9999-12-31']) expect(holds([{ is, field: 'ztalla', than }])).toBe(false);
  });

  it('on the registration covers whole days of Guayaquil', () => {
    const conditions = listConditions(nino, { desde: '2026-11-20', hasta: '2026-11-20' }, '2026-11-25');
    const at = (fechaRegistro: string) => holds(conditions, { fechaRegistro });
    expect(['2026-11-20T05:00:00.000Z', '2026-11-21T04:59:59.999Z'].map(at)).toEqual([true, true]);
    expect(['2026-11-20T04:59:59.999Z', '2026-11-21T05:00:00.000Z'].map(at)).toEqual([false, false]);
  });
});

it('an absent filter matches everything', () => {
  expect([equalConditions(['sexo'], {}), listConditions(nino, {}, '2026-11-25'), visitListConditions({})]).toEqual([
    [],
    [],
    [],
  ]);
  expect(holds([])).toBe(true);
});

it('a visit is due from its first day until the follow-up ends, each reason from its own day', () => {
  const due = (part: object) => holds(visitIsDue('2026-11-25'), part);
  expect([
    due({ visitarDesde: '2026-11-25' }),
    due({ visitarDesde: '2026-11-26' }),
    due({ visitarDesde: null }),
  ]).toEqual([...[true, false, false]]);
  expect(due({ visitarDesde: '2026-11-25', seguimientoHasta: '2026-11-24' })).toBe(false);
  const day = '2026-11-25';
  expect(holds([reasonHolds.control(day)], { proximoControl: day })).toBe(false);
  expect(holds([reasonHolds.vacunas(day)], { proximaVacuna: day })).toBe(true);
  expect(holds([reasonHolds.desnutricion(day)], { desnutricionDesde: day })).toBe(true);
  expect(holds([reasonHolds.cruce(day)], { cruce: 'x' })).toBe(true);
});
