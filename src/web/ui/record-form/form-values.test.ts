import { describe, expect, test } from 'vitest';
import { today } from '#domain/calendar.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { checkForm, mapProblems } from './form-problems.ts';
import { derive, initialValues, missingLabels, sameValues } from './form-values.ts';

const control = RECORDS.control as unknown as RecordDefinition;
const nino = RECORDS.nino as unknown as RecordDefinition;
const birth = '2025-09-17';

describe('a new record', () => {
  test('starts today, with the age that follows from the birth date', () => {
    const values = initialValues(control, undefined, { birth: today() });
    expect(values).toMatchObject({ fecha: today(), edad: 0, peso: null, lactmaterna: false });
    expect(initialValues(control, undefined, {}).edad).toBeNull();
  });

  test('lacks its required fields, except those that are hidden', () => {
    expect(missingLabels(control, initialValues(control, undefined, {}))).toEqual([
      'Edad',
      'Peso',
      'Longitud',
      'Perímetro cefálico',
    ]);
  });
});

describe('the age of a control', () => {
  test('follows the date until somebody types it', () => {
    const values = { ...initialValues(control, undefined, { birth }), fecha: '2026-09-22' };
    expect(derive(control, values, new Set(['fecha']), { birth }).edad).toBe(12);
    expect(derive(control, { ...values, edad: 13 }, new Set(['edad']), { birth }).edad).toBe(13);
  });

  test('stays open for a date before the birth, or no date yet', () => {
    for (const fecha of ['2025-09-16', '20/1', null])
      expect(derive(control, { fecha, edad: 3 }, new Set(), { birth }).edad).toBeNull();
  });
});

test('an emptied text is the same as an absent one', () => {
  expect(sameValues({ zona: '', peso: null }, { zona: null, peso: '' })).toBe(true);
  expect(sameValues({ edad: 0 }, { edad: null })).toBe(false);
});

test('problems come in the order of the form, dates named as people type them', () => {
  const { problems } = checkForm(control, { ...control.example, fecha: '31/02/2026', peso: 30 } as never);
  expect(problems).toEqual([
    { path: 'fecha', msg: 'Debe ser una fecha válida (DD/MM/AAAA)' },
    { path: 'peso', msg: 'Debe estar entre 2 y 24 kg' },
  ]);
});

test("the server's paths are brought to the form's fields, nested ones too", () => {
  const problems = mapProblems(nino, [
    { msg: 'a', path: 'desconocido' },
    { msg: 'b', path: 'esquema.0.cedula' },
    { msg: 'c', path: 'hcu' },
  ]);
  expect(problems.map(({ path }) => path)).toEqual(['hcu', 'cedula', '']);
});
