import { expect, test } from 'vitest';
import type { Outcome } from '../calls/sending.ts';
import { nino } from '../records/nino.ts';
import type { NewOperation, Waiting } from './lane.ts';
import {
  chosenBefore,
  deletedAnyway,
  differencesOf,
  isAskedAbout,
  movedTo,
  type Side,
  sendAgain,
  settled,
  takenField,
} from './mend.ts';

const CHILD = '0190a000-0000-7000-8000-00000000000a';
const OTHER = '0190a000-0000-7000-8000-00000000000b';
const BEFORE = { celular: '0991111111', direccion: 'COLTA', nombres: 'SISA', nombrePadres: '', estado: 'Normal' };

function waiting(change: Partial<Waiting> = {}): Waiting {
  const base: NewOperation = {
    ...{ op: 'op-1', persona: CHILD, hace: 'reemplazar', tipo: 'nino', _id: CHILD, version: 3 },
    ...{ capturado: '2026-11-22T15:32:00.000Z', desfase: 0, antes: undefined },
  };
  return { ...base, orden: 1, estado: 'conflicto', ...change };
}

const outdated = (actual: Record<string, unknown>): Outcome => ({
  ...{ op: 'op-1', estado: 'rechazada', code: 'outdated', message: 'Otra persona cambió esta información.', actual },
});

const conflict = (mine: object, theirs: object, more: Partial<Waiting> = {}) =>
  waiting({
    ...{ antes: BEFORE, valores: { ...BEFORE, ...mine }, campos: Object.keys(BEFORE) },
    ...{ respuesta: outdated({ ...BEFORE, version: 5, ...theirs }), ...more },
  });

test('a field is compared where the two differ, and is nobody’s to choose where one side alone changed it', () => {
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
  expect(Object.fromEntries(chosenBefore(differences))).toEqual({ direccion: 'mine', nombrePadres: 'theirs' });
});

test.each([
  [null, '', 0],
  ['', undefined, 0],
  ['0', 0, 0],
  [0, null, 1],
  [false, null, 1],
])('%j beside %j', (mine, theirs, differ) => {
  expect(differencesOf(conflict({ celular: mine }, { celular: theirs }))).toHaveLength(differ);
});

test('where nobody knows what was there before, all that differs is chosen', () => {
  const one = conflict({ celular: '1' }, { celular: '2' }, { antes: undefined });
  expect(differencesOf(one)).toMatchObject([{ changed: 'both' }]);
});

test('a field that the program did not know is neither compared nor written', () => {
  const one = conflict({ celular: '1', direccion: 'GUANO' }, {}, { campos: ['celular'] });
  expect(differencesOf(one).map(({ campo }) => campo)).toEqual(['celular']);
  expect(settled(one, new Map([['celular', 'mine']]))?.valores).toEqual({ celular: '1' });
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
])('%j is written on what is stored now, and what was given up is told', (chosen, values, lost) => {
  const one = conflict(
    { celular: '0992222222', direccion: 'GUANO' },
    { celular: '0993333333', nombrePadres: 'Puruhá' },
    { tras: 'op-0', descartado: { nombres: 'ANTES' } },
  );
  const after = settled(one, new Map(Object.entries(chosen)));
  expect(after).toMatchObject({ op: 'op-1', orden: 1, estado: 'espera', version: 5 });
  const { estado: _, ...fields } = BEFORE;
  expect(after?.valores).toEqual({ ...fields, ...values });
  expect(after?.descartado).toEqual({ nombres: 'ANTES', ...lost });
  expect([after?.tras, after?.respuesta]).toEqual([undefined, undefined]);
  // Changed once more meanwhile, it is compared with what was chosen against.
  expect(after?.antes).toMatchObject({ celular: '0993333333', nombrePadres: 'Puruhá' });
});

test('nothing is settled while a field is not chosen, or without a version to write on', () => {
  const one = conflict({ celular: '1' }, { celular: '2' });
  expect(settled(one, new Map())).toBeNull();
  expect(settled({ ...one, respuesta: outdated({ celular: '2' }) }, new Map([['celular', 'mine']]))).toBeNull();
  expect(settled({ ...one, respuesta: undefined }, new Map([['celular', 'mine']]))).toBeNull();
});

test('what is stored empty stays so where that is chosen', () => {
  const one = conflict({ celular: '1' }, { celular: null });
  expect(settled(one, new Map([['celular', 'theirs']]))?.valores).toMatchObject({ celular: null });
});

test('a choice that empties a field empties it', () => {
  const one = conflict({ celular: '' }, { celular: '2' });
  expect(settled(one, new Map([['celular', 'mine']]))?.valores).toMatchObject({ celular: '' });
});

test('a deletion that is wanted all the same goes by what is known now', () => {
  const one = waiting({ hace: 'eliminar', sello: '7', tras: 'op-0', respuesta: outdated({ version: 5 }) });
  expect(deletedAnyway(one, '12')).toMatchObject({
    estado: 'espera',
    sello: '12',
    tras: undefined,
    respuesta: undefined,
  });
  expect(deletedAnyway(one, null)).toMatchObject({ sello: '7' });
});

const TAKEN = { msg: 'Ya existe un niño registrado con esta cédula', path: 'cedula' };
const refusal = (message: Outcome['message'], change: Partial<Waiting> = {}) =>
  waiting({
    ...{ hace: 'crear', estado: 'rechazada', version: undefined },
    respuesta: { op: 'op-1', estado: 'rechazada', code: 'conflict', message },
    ...change,
  });

test.each<[string, Waiting, string | null]>([
  ['registered already', refusal([TAKEN]), 'cedula'],
  ['one of several problems', refusal([{ msg: 'Campo requerido', path: 'nombres' }, TAKEN]), 'cedula'],
  ['another problem of the same field', refusal([{ msg: 'Campo requerido', path: 'cedula' }]), null],
  ['a sentence', refusal('No se encontró la información solicitada.'), null],
  ['an edit', refusal([TAKEN], { hace: 'reemplazar' }), null],
  ['a record', refusal([TAKEN], { tipo: 'control' }), null],
  ['nothing said', waiting({ hace: 'crear' }), null],
])('%s', (_, one, field) => {
  expect(takenField(one)).toBe(field);
});

test('what supervision was asked is known of the operation that stays', () => {
  const asked = refusal([TAKEN], { respuesta: { op: 'op-1', estado: 'retenida', motivo: 'mismaPersona' } });
  expect([isAskedAbout(asked), takenField(asked)]).toEqual([true, null]);
  expect(isAskedAbout(refusal([TAKEN]))).toBe(false);
  expect(sendAgain(asked)).toMatchObject({ estado: 'espera', respuesta: undefined });
});

const record = (orden: number, change: Partial<Waiting> = {}) =>
  waiting({
    ...{ orden, op: `op-${orden}`, hace: 'crear', tipo: 'control', _id: `control-${orden}`, version: undefined },
    ...{ estado: 'espera', valores: { peso: 8.5 }, ...change },
  });

test('records go to the booklet of whoever is registered already, in their order; the person who was made twice goes', () => {
  const person = refusal([TAKEN]);
  const edit = waiting({ orden: 3, op: 'op-3', tras: 'op-1', estado: 'espera' });
  const lane = [person, record(2), edit, record(4, { estado: 'rechazada', tras: 'op-2' })];
  const moved = movedTo(lane, OTHER, '9');
  expect(moved?.drop).toEqual([person, edit]);
  expect(moved?.put).toMatchObject([
    { op: 'op-2', orden: 2, persona: OTHER, _id: 'control-2', sello: '9', estado: 'espera', valores: { peso: 8.5 } },
    { op: 'op-4', orden: 4, persona: OTHER, _id: 'control-4', sello: '9', estado: 'espera', tras: undefined },
  ]);
});

test.each(['enviando', 'hecha'] as const)('what is %s is not moved', (estado) => {
  expect(movedTo([refusal([TAKEN]), record(2, { estado })], OTHER, null)).toBeNull();
});
