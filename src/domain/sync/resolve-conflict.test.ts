import { expect, test } from 'vitest';
import type { Outcome } from '../calls/sending.ts';
import { nino } from '../records/nino.ts';
import { awaitsIdentityDecision, type NewOperation, type PendingOperation } from './lane.ts';
import {
  automaticChoices,
  differencesOf,
  moveRecordsTo,
  repeatDeletion,
  resolveConflict,
  retryOperation,
  type Side,
  takenField,
} from './resolve-conflict.ts';

const CHILD = '0190a000-0000-7000-8000-00000000000a';
const OTHER = '0190a000-0000-7000-8000-00000000000b';
const BEFORE = { celular: '0991111111', direccion: 'COLTA', nombres: 'SISA', nombrePadres: '', estado: 'Normal' };

function waiting(change: Partial<PendingOperation> = {}): PendingOperation {
  const base: NewOperation = {
    ...{ op: 'op-1', persona: CHILD, hace: 'reemplazar', tipo: 'nino', _id: CHILD, version: 3 },
    ...{ capturado: '2026-11-22T15:32:00.000Z', desfase: 0, antes: undefined },
  };
  return { ...base, orden: 1, estado: 'conflicto', ...change };
}

const outdated = (actual: Record<string, unknown>): Outcome => ({
  ...{ op: 'op-1', estado: 'rechazada', code: 'outdated', message: 'Otra persona cambió esta información.', actual },
});

const conflict = (mine: object, theirs: object, more: Partial<PendingOperation> = {}) =>
  waiting({
    ...{ antes: BEFORE, valores: { ...BEFORE, ...mine }, campos: Object.keys(BEFORE) },
    ...{ respuesta: outdated({ ...BEFORE, version: 5, ...theirs }), ...more },
  });

test('fields that differ are compared, and only those that both sides changed need a choice', () => {
  const one = conflict(
    { celular: '0992222222', direccion: 'GUANO', nombres: 'SISA MARÍA' },
    { celular: '0993333333', nombres: 'SISA MARÍA', nombrePadres: 'Puruhá', estado: 'Desnutrición' },
  );
  const differences = differencesOf(one);
  expect(differences.map(({ campo, changed }) => [campo, changed])).toEqual(
    nino.fieldNames.flatMap((name) => {
      const changed = new Map([
        ['celular', 'both'],
        ['direccion', 'mine'],
        ['nombrePadres', 'theirs'],
      ]).get(name);
      return changed ? [[name, changed]] : [];
    }),
  );
  expect(Object.fromEntries(automaticChoices(differences))).toEqual({ direccion: 'mine', nombrePadres: 'theirs' });
});

test.each([
  [null, '', 0],
  ['', undefined, 0],
  ['0', 0, 0],
  [0, null, 1],
  [false, null, 1],
])('%j compared with %j', (mine, theirs, differ) => {
  expect(differencesOf(conflict({ celular: mine }, { celular: theirs }))).toHaveLength(differ);
});

test('without the earlier values every difference needs a choice', () => {
  const one = conflict({ celular: '1' }, { celular: '2' }, { antes: undefined });
  expect(differencesOf(one)).toMatchObject([{ changed: 'both' }]);
});

test('a field that the application did not have is neither compared nor written', () => {
  const one = conflict({ celular: '1', direccion: 'GUANO' }, {}, { campos: ['celular'] });
  expect(differencesOf(one).map(({ campo }) => campo)).toEqual(['celular']);
  expect(resolveConflict(one, new Map([['celular', 'mine']]))?.valores).toEqual({ celular: '1' });
});

test.each<[Record<string, Side>, Record<string, unknown>, Record<string, unknown>]>([
  [
    { celular: 'mine', direccion: 'mine', nombrePadres: 'theirs' },
    { celular: '0992222222', direccion: 'GUANO', nombrePadres: 'Puruhá' },
    { celular: '0993333333' },
  ],
  [
    { celular: 'theirs', direccion: 'theirs', nombrePadres: 'mine' },
    { celular: '0993333333', direccion: 'COLTA', nombrePadres: '' },
    { celular: '0992222222', direccion: 'GUANO', nombrePadres: 'Puruhá' },
  ],
])('the choice %j is written on the stored version, and discarded values are kept', (chosen, values, lost) => {
  const one = conflict(
    { celular: '0992222222', direccion: 'GUANO' },
    { celular: '0993333333', nombrePadres: 'Puruhá' },
    { tras: 'op-0', descartado: { nombres: 'ANTES' } },
  );
  const after = resolveConflict(one, new Map(Object.entries(chosen)));
  expect(after).toMatchObject({ op: 'op-1', orden: 1, estado: 'espera', version: 5 });
  const { estado: _, ...fields } = BEFORE;
  expect(after?.valores).toEqual({ ...fields, ...values });
  expect(after?.descartado).toEqual({ nombres: 'ANTES', ...lost });
  expect([after?.tras, after?.respuesta]).toEqual([undefined, undefined]);
  // After another change meanwhile, the new conflict is compared with the stored values of this one.
  expect(after?.antes).toMatchObject({ celular: '0993333333', nombrePadres: 'Puruhá' });
});

test('a conflict stays unresolved while a choice or the stored version is missing', () => {
  const one = conflict({ celular: '1' }, { celular: '2' });
  expect(resolveConflict(one, new Map())).toBeNull();
  expect(resolveConflict({ ...one, respuesta: outdated({ celular: '2' }) }, new Map([['celular', 'mine']]))).toBeNull();
  expect(resolveConflict({ ...one, respuesta: undefined }, new Map([['celular', 'mine']]))).toBeNull();
});

test('an empty stored value stays empty if it is chosen', () => {
  const one = conflict({ celular: '1' }, { celular: null });
  expect(resolveConflict(one, new Map([['celular', 'theirs']]))?.valores).toMatchObject({ celular: null });
});

test('an empty written value empties the field if it is chosen', () => {
  const one = conflict({ celular: '' }, { celular: '2' });
  expect(resolveConflict(one, new Map([['celular', 'mine']]))?.valores).toMatchObject({ celular: '' });
});

test('a repeated deletion has the latest stamp', () => {
  const one = waiting({ hace: 'eliminar', sello: '7', tras: 'op-0', respuesta: outdated({ version: 5 }) });
  expect(repeatDeletion(one, '12')).toMatchObject({
    estado: 'espera',
    sello: '12',
    tras: undefined,
    respuesta: undefined,
  });
  expect(repeatDeletion(one, null)).toMatchObject({ sello: '7' });
});

const TAKEN = { msg: 'Ya existe un niño registrado con esta cédula', path: 'cedula' };
const refusal = (message: Outcome['message'], change: Partial<PendingOperation> = {}) =>
  waiting({
    ...{ hace: 'crear', estado: 'rechazada', version: undefined },
    respuesta: { op: 'op-1', estado: 'rechazada', code: 'conflict', message },
    ...change,
  });

test.each<[string, PendingOperation, string | null]>([
  ['a unique field is taken', refusal([TAKEN]), 'cedula'],
  [
    'a unique field is taken among several problems',
    refusal([{ msg: 'Campo requerido', path: 'nombres' }, TAKEN]),
    'cedula',
  ],
  [
    'another problem of the same field is not a taken field',
    refusal([{ msg: 'Campo requerido', path: 'cedula' }]),
    null,
  ],
  ['a message without fields is not a taken field', refusal('No se encontró la información solicitada.'), null],
  ['an edit has no taken field', refusal([TAKEN], { hace: 'reemplazar' }), null],
  ['a record has no taken field', refusal([TAKEN], { tipo: 'control' }), null],
  ['an operation without an answer has no taken field', waiting({ hace: 'crear' }), null],
])('%s', (_, one, field) => {
  expect(takenField(one)).toBe(field);
});

test('an operation shows whether a supervisor was retained about the same person', () => {
  const retained = refusal([TAKEN], { respuesta: { op: 'op-1', estado: 'retenida', motivo: 'mismaPersona' } });
  expect([awaitsIdentityDecision(retained), takenField(retained)]).toEqual([true, null]);
  expect(awaitsIdentityDecision(refusal([TAKEN]))).toBe(false);
  expect(retryOperation(retained)).toMatchObject({ estado: 'espera', respuesta: undefined });
});

const record = (orden: number, change: Partial<PendingOperation> = {}) =>
  waiting({
    ...{ orden, op: `op-${orden}`, hace: 'crear', tipo: 'control', _id: `control-${orden}`, version: undefined },
    ...{ estado: 'espera', valores: { peso: 8.5 }, ...change },
  });

test('records move in order to the booklet of the registered person, and the duplicate person is dropped', () => {
  const person = refusal([TAKEN]);
  const edit = waiting({ orden: 3, op: 'op-3', tras: 'op-1', estado: 'espera' });
  const lane = [person, record(2), edit, record(4, { estado: 'rechazada', tras: 'op-2' })];
  const moved = moveRecordsTo(lane, OTHER, '9');
  expect(moved?.drop).toEqual([person, edit]);
  expect(moved?.put).toMatchObject([
    { op: 'op-2', orden: 2, persona: OTHER, _id: 'control-2', sello: '9', estado: 'espera', valores: { peso: 8.5 } },
    { op: 'op-4', orden: 4, persona: OTHER, _id: 'control-4', sello: '9', estado: 'espera', tras: undefined },
  ]);
});

test.each(['enviando', 'hecha'] as const)('nothing is moved if a record is %s', (estado) => {
  expect(moveRecordsTo([refusal([TAKEN]), record(2, { estado })], OTHER, null)).toBeNull();
});
