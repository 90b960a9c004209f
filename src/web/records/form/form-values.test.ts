import { describe, expect, test } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import type { Value, Values } from '#domain/fields/index.ts';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { toFlat } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import {
  datesMoved,
  dependentBounds,
  derive,
  type FormContext,
  initialValues,
  missingFields,
  rederivedFields,
  sameValues,
  withDraftValues,
} from './form-values.ts';
import { formWarnings } from './form-warnings.ts';
import { checkForm, mapProblems } from './record-problems.ts';

const control = RECORDS.control;
const nino = RECORDS.nino;
const rn = RECORDS.rn;
const vacuna = RECORDS.vacuna;
const birth = '2025-09-17';

describe('a new record', () => {
  test("starts with today's date and the age derived from the birth date", () => {
    const values = initialValues(control, undefined, { birth: addDays(today(), -40) });
    expect(values).toMatchObject({ fecha: today(), edad: 1, peso: null, lactmaterna: false });
    expect(initialValues(control, undefined, {}).edad).toBeNull();
    // For a newborn an age of 0 would be refused, so nothing is filled in.
    expect(initialValues(control, undefined, { birth: today() }).edad).toBeNull();
  });

  test('moves its date to today after the clock was corrected, unless it shows another day', () => {
    const start = { ...initialValues(control, undefined, {}), fecha: '2026-11-20' };
    expect(datesMoved(control, start, start, '2026-11-20')).toEqual({ fecha: today() });
    expect(datesMoved(control, start, { ...start, fecha: '2026-11-18' }, '2026-11-20')).toEqual({});
    // Opened on an earlier day of the same clock.
    expect(datesMoved(control, start, start, '2026-11-21')).toEqual({});
  });

  test('reports its empty required fields, except hidden ones', () => {
    expect(missingFields(control, initialValues(control, undefined, {}))).toEqual([
      'edad',
      'peso',
      'longitud',
      'perimetro',
    ]);
  });
});

describe('the age of a control', () => {
  test('is derived from the date until the user edits it', () => {
    const values = { ...initialValues(control, undefined, { birth }), fecha: '2026-09-22' };
    expect(derive(control, values, new Set(['fecha']), { birth }).edad).toBe(12);
    expect(derive(control, { ...values, edad: 13 }, new Set(['edad']), { birth }).edad).toBe(13);
  });

  test('stays empty if the date is incomplete or before the birth', () => {
    for (const fecha of ['2025-09-16', '20/1', null])
      expect(derive(control, { fecha, edad: 3 }, new Set(), { birth }).edad).toBeNull();
  });
});

test('an emptied text equals an absent one', () => {
  expect(sameValues({ zona: '', peso: null }, { zona: null, peso: '' })).toBe(true);
  expect(sameValues({ edad: 0 }, { edad: null })).toBe(false);
});

test('problems are in form order, and date problems show the typed format', () => {
  const { problems } = checkForm(control, { ...control.example, fecha: '31/02/2026', peso: 30 } as Values);
  expect(problems).toEqual([
    { path: 'fecha', msg: 'Debe ser una fecha válida (DD/MM/AAAA)' },
    { path: 'peso', msg: 'Debe estar entre 2 y 24 kg' },
  ]);
});

test("the server's paths, also nested ones, are mapped to the fields of the form", () => {
  const problems = mapProblems(vacuna, [
    { msg: 'a', path: 'desconocido' },
    { msg: 'b', path: 'esquema.0.dosis' },
    { msg: 'c', path: 'clasificacion' },
  ]);
  expect(problems.map(({ path }) => path)).toEqual(['clasificacion', 'dosis', '']);
  expect(mapProblems(nino, [{ msg: 'a', path: 'cedula' }])).toEqual([{ msg: 'a', path: 'cedula' }]);
});

test('a nested record is validated like its flat form', () => {
  const filled = toFlat(vacuna, vacuna.example) as Values;
  expect(checkForm(vacuna, filled).values).toEqual(filled);
  expect(checkForm(vacuna, { ...filled, lote: '' }).problems).toEqual([
    { path: 'lote', msg: 'Este campo es obligatorio' },
  ]);
});

describe('the days of a pregnancy', () => {
  const choose = (sem: number | string | null, dias: number | null = null) => ({ sem, dias });

  test('are 7 times the weeks, and their bounds are those of the week', () => {
    expect(derive(rn, choose(39), new Set(), {}).dias).toBe(273);
    expect(dependentBounds(rn, 'dias', choose(39))).toEqual({ min: 267, max: 273 });
    expect(rederivedFields(rn, 'sem')).toEqual(['dias']);
    expect(derive(rn, choose(39, 270), new Set(['dias']), {}).dias).toBe(270);
  });

  test.each([0, 43, 38.5, 'x', null])('stay empty for the weeks %j', (sem) => {
    expect(derive(rn, choose(sem, 273), new Set(), {}).dias).toBeNull();
    expect(dependentBounds(rn, 'dias', choose(sem))).toBeUndefined();
  });
});

describe('warnings while typing', () => {
  const others = [{ fecha: '2026-05-01', edad: 7, peso: 8, longitud: 70, perimetro: 44 }];

  test('are shown for the current value', () => {
    const now = { fecha: '2026-06-01', edad: 8, peso: 8.2, longitud: 69.6, perimetro: 44 };
    expect(formWarnings(control, now, { birth, others })).toEqual([
      { path: 'longitud', msg: 'Mide 0,40 cm menos que el último control. Revisa la medida.' },
    ]);
  });

  test('ignore an incomplete date, a value out of bounds and a letter', () => {
    const half = { fecha: '20/1', edad: 7, peso: 'x', longitud: 7, perimetro: 4 };
    expect(formWarnings(control, half, { birth, others })).toEqual([]);
  });

  test('classify haemoglobin by the table of the server', () => {
    const screening = { fechaaplicacion: '', edadapli: 12, valorcorregido: 10.7, resultadonormal: true };
    const warnedBy = (table: HaemoglobinTable) =>
      formWarnings(RECORDS.anemia, screening, { surroundings: { altitude: { metres: null, table } } });
    expect([warnedBy('2024'), warnedBy('2011')]).toEqual([[], [expect.objectContaining({ path: 'resultadonormal' })]]);
  });

  test('also check documents', () => {
    expect(formWarnings(nino, { cedula: '1710034060' }, {}).map(({ path }) => path)).toEqual(['cedula']);
  });
});

test('draft values replace initial ones, also when emptied, and unknown fields are ignored', () => {
  const start = { fecha: '2026-11-20', peso: null, lactmaterna: false };
  expect(withDraftValues(start, { fecha: null, peso: 8.5, zona: '3' })).toEqual({
    fecha: null,
    peso: 8.5,
    lactmaterna: false,
  });
});

describe('haemoglobin corrected for the altitude', () => {
  const anemia = RECORDS.anemia;
  const context = { surroundings: { altitude: { metres: 2750, table: '2024' as const } } };
  const corrected = (valorhemoglobina: Value, typed: string[] = [], formContext: FormContext = context) =>
    derive(anemia, { valorhemoglobina, valorcorregido: typed.length > 0 ? 11 : null }, new Set(typed), formContext)
      .valorcorregido;

  test('is filled in within its bounds, unless the user edited it', () => {
    expect(corrected(12)).toBe(10.2);
    expect(corrected(7.8)).toBe(6);
    expect(corrected(7.79)).toBeNull();
    expect(corrected(12, ['valorcorregido'])).toBe(11);
  });

  test('stays empty until there are a possible value and an altitude', () => {
    for (const value of [null, 5.99, 16.01, '1x']) expect(corrected(value)).toBeNull();
    expect(corrected(12, [], {})).toBeNull();
    expect(corrected(12, [], { surroundings: { altitude: { metres: null, table: '2024' } } })).toBeNull();
  });
});
