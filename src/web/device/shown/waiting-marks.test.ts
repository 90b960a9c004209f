import { expect, test } from 'vitest';
import type { PendingOperation } from '#domain/sync/lane.ts';
import type { OperationState } from '#domain/sync/pending-count.ts';
import { marksOf } from './waiting-marks.ts';

const one = (orden: number, persona: string, _id: string, estado: OperationState): PendingOperation => ({
  ...{ op: `op-${orden}`, persona, _id, orden, estado, hace: 'crear', tipo: persona === _id ? 'nino' : 'control' },
  ...{ capturado: '2026-11-22T15:32:00.000Z' },
});

test('a person is marked for any pending operation of her booklet, a record for its own; an operation that needs a decision takes precedence', () => {
  const marks = marksOf([
    one(1, 'sisa', 'control-1', 'rechazada'),
    one(2, 'sisa', 'control-2', 'espera'),
    one(3, 'tupak', 'tupak', 'enviando'),
    one(4, 'luz', 'control-4', 'hecha'),
    one(5, 'inti', 'control-5', 'espera'),
    one(6, 'inti', 'inti', 'conflicto'),
  ]);
  expect(Object.fromEntries(marks)).toEqual({
    ...{ sisa: 'review', 'control-1': 'review', 'control-2': 'send', tupak: 'send' },
    ...{ inti: 'review', 'control-5': 'send' },
  });
});
