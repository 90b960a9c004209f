import { describe, expect, it } from 'vitest';
import { nino } from '../records/nino.ts';
import { addToLane, type NewOperation, type PendingOperation, sendable, withoutLocalFields } from './lane.ts';
import { countPending } from './pending-count.ts';

const CHILD = '0190a000-0000-7000-8000-00000000000a';
const OTHER = '0190a000-0000-7000-8000-00000000000b';
const RECORD = '0190a000-0000-7000-8000-00000000000c';

let written = 0;
/** A write of the child's booklet. */
const write = (part: Partial<NewOperation>): NewOperation => {
  written += 1;
  return {
    ...{
      op: `0190a000-0000-7000-8000-${String(written).padStart(12, '0')}`,
      persona: CHILD,
      hace: 'crear',
      tipo: 'nino',
    },
    ...{ _id: CHILD, capturado: '2026-11-22T15:00:00.000Z' },
    ...part,
  };
};
const waiting = (part: Partial<PendingOperation>): PendingOperation => {
  const one = write(part);
  return { ...one, orden: written, estado: 'espera', ...part };
};
const edit = (part: Partial<PendingOperation> = {}) =>
  waiting({ hace: 'reemplazar', version: 3, campos: ['nombres'], ...part });
const record = (part: Partial<PendingOperation> = {}) => waiting({ tipo: 'control', _id: RECORD, ...part });

/** A second edit from a form that loaded `antes`. */
const again = (valores: NewOperation['valores'], antes?: NewOperation['antes'], part: Partial<NewOperation> = {}) =>
  write({ hace: 'reemplazar', version: 3, campos: FIELDS, valores, antes, ...part });
const FIELDS = ['nombres', 'celular', 'direccion'];

describe('edits from two tabs', () => {
  const seen = { nombres: 'SISA', celular: '0990000000', direccion: 'UNA' };
  const first = (part: Partial<PendingOperation> = {}) =>
    edit({ campos: FIELDS, antes: seen, valores: { ...seen, celular: '0991111111' }, ...part });

  it.each(['espera', 'rechazada', 'conflicto'] as const)('of different fields are both kept (%s)', (estado) => {
    const one = first({ estado });
    const { add, change, refused } = addToLane([one], again({ ...seen, direccion: 'OTRA' }, seen));
    expect([add, refused]).toEqual([null, undefined]);
    expect(change).toMatchObject([
      { op: one.op, antes: seen, valores: { nombres: 'SISA', celular: '0991111111', direccion: 'OTRA' } },
    ]);
  });

  it('are both kept if the first is being sent, or is done and not fetched yet', () => {
    const both = { nombres: 'SISA', celular: '0991111111', direccion: 'OTRA' };
    const sent = first({ estado: 'enviando' });
    const second = again({ ...seen, direccion: 'OTRA' }, seen);
    expect(addToLane([sent], second).add).toMatchObject({ tras: sent.op, valores: both });
    const done = first({ estado: 'hecha', hecha: { sello: '9', version: 4, en: 0 } });
    expect(addToLane([done], second).add).toMatchObject({ version: 4, valores: both });
  });

  it.each(['espera', 'enviando', 'hecha', 'rechazada', 'conflicto'] as const)(
    'of the same field with different values are refused as a clash (%s)',
    (estado) => {
      const one = first({ estado });
      expect(addToLane([one], again({ ...seen, celular: '0992222222', direccion: 'OTRA' }, seen))).toEqual({
        ...{ add: null, change: [], drop: [] },
        refused: { why: 'clash', campos: ['celular'], waiting: one },
      });
    },
  );

  it('with equal values, or empty ones, do not clash', () => {
    const one = first({ valores: { ...seen, celular: '0991111111', direccion: null } });
    const second = again({ ...seen, celular: '0991111111', direccion: '' }, seen);
    expect(addToLane([one], second).refused).toBeUndefined();
  });

  it('do not clash if the second form had loaded the first edit', () => {
    const one = first();
    const second = again({ ...seen, celular: '0992222222' }, { ...seen, celular: '0991111111' });
    expect(addToLane([one], second).change).toMatchObject([{ valores: { celular: '0992222222' } }]);
  });

  it('clash in every different field if it is unknown what the form loaded', () => {
    const { refused } = addToLane([first()], again({ ...seen, direccion: 'OTRA' }));
    expect(refused?.campos).toEqual(['celular', 'direccion']);
  });

  it('clash if they are only invalid together', () => {
    const whole = { ...nino.example, provincia: 'CHIMBORAZO', canton: '' };
    const campos = [...nino.fieldNames];
    const one = edit({ campos, antes: whole, valores: { ...whole, provincia: 'PICHINCHA' } });
    const canton = again({ ...whole, canton: 'GUANO' }, whole, { campos });
    expect(addToLane([one], canton).refused).toEqual({ why: 'clash', campos: [], waiting: one });
    const phone = again({ ...whole, celular: '0992222222' }, whole, { campos });
    expect(addToLane([one], phone).change).toMatchObject([
      { valores: { provincia: 'PICHINCHA', celular: '0992222222' } },
    ]);
  });

  it('that create two records with one id: the second is refused', () => {
    const one = record({ valores: { peso: 6.4 } });
    const other = write({ tipo: 'control', _id: RECORD, valores: { peso: 6.5 } });
    expect(addToLane([one], other).refused).toEqual({ why: 'idTaken', campos: [], waiting: one });
  });
});

describe('an edit', () => {
  it.each(['espera', 'rechazada'] as const)(
    'of an unsent operation (%s) changes that operation and sends it again',
    (estado) => {
      const born = waiting({ estado, valores: { nombres: 'A' }, respuesta: { op: 'x', estado: 'rechazada' } });
      const { add, change, drop } = addToLane(
        [born],
        write({ hace: 'reemplazar', version: 1, antes: { nombres: 'A' }, valores: { nombres: 'B' } }),
      );
      expect([add, drop]).toEqual([null, []]);
      expect(change).toEqual([{ ...born, estado: 'espera', valores: { nombres: 'B' } }]);
    },
  );

  it('keeps the version that was loaded first', () => {
    const first = edit({ valores: { nombres: 'A' } });
    const { change } = addToLane([first], again({ nombres: 'B' }, { nombres: 'A' }));
    expect(change).toMatchObject([{ op: first.op, version: 3, valores: { nombres: 'B' } }]);
  });

  it('of a conflict stays a conflict until it is resolved', () => {
    const conflict = edit({ estado: 'conflicto', valores: { nombres: 'A' } });
    const { change } = addToLane([conflict], again({ nombres: 'B' }, { nombres: 'A' }));
    expect(change).toMatchObject([{ estado: 'conflicto', valores: { nombres: 'B' } }]);
  });

  it('of an operation being sent follows that operation, because only the server knows the version', () => {
    const sent = waiting({ estado: 'enviando' });
    const { add, change } = addToLane([sent], write({ hace: 'reemplazar', version: 1 }));
    expect(change).toEqual([]);
    expect(add).toMatchObject({ hace: 'reemplazar', tras: sent.op, version: undefined });
  });

  it('of a done operation has the version from the server', () => {
    const done = edit({ estado: 'hecha', hecha: { sello: '9', version: 4, en: 0 } });
    expect(addToLane([done], write({ hace: 'reemplazar', version: 3 })).add).toMatchObject({ version: 4 });
  });

  it('of a person with pending records only is an operation of its own', () => {
    const one = write({ hace: 'reemplazar', version: 3 });
    expect(addToLane([record()], one)).toEqual({ add: one, change: [], drop: [] });
  });
});

describe('the creation of a person about whom supervision decides', () => {
  const undecided = (part: Partial<PendingOperation> = {}) =>
    waiting({
      ...{ estado: 'rechazada', valores: { nombres: 'A' } },
      respuesta: { op: 'x', estado: 'retenida', motivo: 'mismaPersona' },
      ...part,
    });
  const closed: PendingOperation['respuesta'] = {
    ...{ op: 'x', estado: 'rechazada', motivo: 'mismaPersona', code: 'settled', message: 'Ya no' },
  };
  const correction = (nombres: string, antes: string) =>
    write({ hace: 'reemplazar', version: 1, antes: { nombres: antes }, valores: { nombres } });

  it('is never changed before the decision: an edit and a deletion follow it', () => {
    const born = undecided();
    expect(addToLane([born], correction('B', 'A'))).toMatchObject({
      ...{ add: { hace: 'reemplazar', tras: born.op, valores: { nombres: 'B' } }, change: [], drop: [] },
    });
    const mine = record();
    expect(addToLane([born, mine], write({ hace: 'eliminar' }))).toMatchObject({
      ...{ add: { hace: 'eliminar', tras: born.op }, change: [], drop: [mine] },
    });
  });

  it.each<[string, PendingOperation['respuesta']]>([
    ['supervision closed it', closed],
    ['the server has other content under its id', { op: 'x', estado: 'rechazada', code: 'idTaken' }],
  ])('is corrected under a new id in the same place of the lane if %s', (_, respuesta) => {
    const born = undecided({ respuesta });
    const one = correction('B', 'A');
    expect(addToLane([born, record()], one)).toEqual({
      ...{ add: null, drop: [] },
      change: [{ ...born, op: one.op, estado: 'espera', respuesta: undefined, valores: { nombres: 'B' } }],
    });
  });

  it('is corrected together with an edit that was written meanwhile, which then follows the new id', () => {
    const born = undecided({ respuesta: closed });
    const later = edit({ version: undefined, tras: born.op, valores: { nombres: 'B' } });
    const one = correction('C', 'B');
    expect(addToLane([born, later], one).change).toMatchObject([
      { orden: born.orden, op: one.op, hace: 'crear', estado: 'espera', valores: { nombres: 'C' } },
      { orden: later.orden, op: later.op, hace: 'reemplazar', tras: one.op, valores: { nombres: 'C' } },
    ]);
  });
});

describe('a deletion', () => {
  it('of a record that was never sent removes its operations', () => {
    const mine = record();
    const deletion = write({ hace: 'eliminar', tipo: 'control', _id: RECORD });
    expect(addToLane([mine], deletion)).toEqual({ add: null, change: [], drop: [mine] });
  });

  it('of an operation being sent follows that operation', () => {
    const sent = record({ estado: 'enviando' });
    const { add } = addToLane([sent], write({ hace: 'eliminar', tipo: 'control', _id: RECORD }));
    expect(add).toMatchObject({ hace: 'eliminar', tras: sent.op });
  });

  it('of a person removes all unsent operations of the booklet', () => {
    const [changed, mine] = [edit(), record()];
    const deletion = write({ hace: 'eliminar' });
    expect(addToLane([changed, mine], deletion)).toEqual({ add: deletion, change: [], drop: [changed, mine] });
    const born = waiting({});
    expect(addToLane([born, mine], deletion)).toEqual({ add: null, change: [], drop: [born, mine] });
  });
});

it('a form that saves twice adds one operation', () => {
  const one = record();
  expect(addToLane([one], write({ tipo: 'control', _id: RECORD }))).toEqual({ add: null, change: [], drop: [] });
});

it('an operation that needs a decision blocks only its own booklet', () => {
  const [first, held, mine, other, done] = [
    record({ _id: '1' }),
    edit({ estado: 'conflicto' }),
    record({ _id: '2' }),
    record({ persona: OTHER }),
    record({ persona: OTHER, estado: 'hecha', _id: '3' }),
  ] as const;
  expect(sendable([first, held, mine, other, done])).toEqual([first, other]);
  expect(countPending([first, held, mine, other, done])).toBe(4);
});

it('fields that only the device uses are not sent', () => {
  const one = edit({
    antes: { nombres: 'A' },
    quien: 'A',
    respuesta: { op: 'x', estado: 'enespera' },
    valores: { nombres: 'B' },
    segundos: 42,
  });
  expect(Object.keys(withoutLocalFields(one)).sort()).toEqual(
    ['_id', 'campos', 'capturado', 'hace', 'op', 'persona', 'segundos', 'tipo', 'valores', 'version'].sort(),
  );
});
