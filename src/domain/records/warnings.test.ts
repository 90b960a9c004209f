import { describe, expect, test } from 'vitest';
import type { Values } from '../fields/index.ts';
import { RECORDS } from './index.ts';
import { VACCINE_RULES } from './vaccine-windows.ts';
import { warningsOf } from './warnings.ts';

const BIRTH = '2025-09-17';
const context = (others: Values[] = []) => ({ today: '2026-11-20', birth: BIRTH, others });
const warn = (key: keyof typeof RECORDS, values: Values, others: Values[] = []) =>
  warningsOf(RECORDS[key], values, context(others));

describe('a control', () => {
  const before = { fecha: '2026-09-17', edad: 12, peso: 8.5, longitud: 73.2, perimetro: 45 };
  const now = { fecha: '2026-10-17', edad: 13, peso: 8.7, longitud: 74, perimetro: 45.2 };

  test('without improbable values gives no warning, nor does the first one', () => {
    expect(warn('control', now, [before])).toEqual([]);
    expect(warn('control', now)).toEqual([]);
  });

  test('gives a warning if the length is smaller than before, not if it is equal', () => {
    const msg = 'Mide 0,40 cm menos que el último control. Revisa la medida.';
    expect(warn('control', { ...now, longitud: 72.8 }, [before])).toEqual([{ path: 'longitud', msg }]);
    expect(warn('control', { ...now, longitud: 73.2 }, [before])).toEqual([]);
  });

  test('says what to do where the age that follows from the birth date is outside of what can be recorded', () => {
    const ofDay = (fecha: string) => warn('control', { ...now, fecha, edad: null });
    const tooYoung = 'Aún no cumple 1 mes. Escribe 1, la menor edad que se registra.';
    expect(ofDay('2025-10-16')).toEqual([{ path: 'edad', msg: tooYoung }]);
    expect(ofDay('2025-10-17')).toEqual([]);
    expect(warningsOf(RECORDS.control, { ...now, edad: null }, { ...context(), birth: '2024-09-17' })).toEqual([
      { path: 'edad', msg: 'Ya cumplió 25 meses. Aquí se registra hasta los 24.' },
    ]);
  });

  test('is compared with the previous control by date, not with a later one', () => {
    const later = { ...before, fecha: '2026-11-17', longitud: 80, peso: 20 };
    expect(warn('control', now, [later, before])).toEqual([]);
  });

  test('gives a warning if the weight changes by more than the interval allows, not at the limit', () => {
    expect(warn('control', { ...now, peso: 10.5 }, [before])).toEqual([]);
    const gain = [{ path: 'peso', msg: 'Subió 2,01 kg en 30 días. Revisa la medida.' }];
    expect(warn('control', { ...now, peso: 10.51 }, [before])).toEqual(gain);
    expect(warn('control', { ...now, peso: 7.65 }, [before])).toEqual([]);
    const loss = [{ path: 'peso', msg: 'Bajó 0,86 kg en 30 días. Revisa la medida.' }];
    expect(warn('control', { ...now, peso: 7.64 }, [before])).toEqual(loss);
  });

  test('gives a warning before the birth or in the future, not today', () => {
    const early = { ...now, fecha: '2025-09-16' };
    expect(warn('control', early)).toEqual([
      { path: 'fecha', msg: 'Es anterior al nacimiento (17/09/2025). Revisa la fecha.' },
    ]);
    const future = { ...now, fecha: '2026-11-21', edad: 14 };
    expect(warn('control', future)).toEqual([{ path: 'fecha', msg: 'Está en el futuro. Revisa la fecha.' }]);
    expect(warn('control', { ...future, fecha: '2026-11-20' })).toEqual([]);
  });

  test('gives a warning if the age differs by more than a month from the dates', () => {
    expect(warn('control', { ...now, edad: 14 })).toEqual([]);
    expect(warn('control', { ...now, edad: 15 })).toEqual([
      { path: 'edad', msg: 'Por la fecha de nacimiento serían 13 meses. Revisa la edad.' },
    ]);
    expect(warn('control', { ...now, fecha: '2025-10-20', edad: 4 })).toContainEqual({
      path: 'edad',
      msg: 'Por la fecha de nacimiento sería 1 mes. Revisa la edad.',
    });
  });
});

describe('a second record of a day', () => {
  const msg = 'Ya hay un registro con esta fecha. Guarda otro solo si lo repetiste.';
  const fecha = '2026-10-17';
  const before = { fecha, edad: 13, peso: 8.7, longitud: 74, perimetro: 45.2 };

  test('gives a warning once something was entered besides what is filled in', () => {
    expect(warn('control', before, [before])).toEqual([{ path: 'fecha', msg }]);
    expect(warn('control', { fecha, edad: 13, peso: null }, [before])).toEqual([]);
    expect(warn('control', { ...before, fecha: '2026-10-18' }, [before])).toEqual([]);
  });

  test('gives a warning only if all that distinguishes its records is the same', () => {
    const dose = { tipovacuna: 'Rotavirus', dosis: 1, fechaaplicacion: '2025-11-20', edadapli: 2 };
    expect(warn('vacuna', dose, [dose])).toEqual([{ path: 'fechaaplicacion', msg }]);
    expect(warn('vacuna', dose, [{ ...dose, tipovacuna: 'BCG' }])).toEqual([]);
    expect(warn('vacuna', { ...dose, dosis: null }, [{ ...dose, dosis: null }])).toEqual([]);
  });
});

describe("a woman's check-up", () => {
  test('may have its next date in the future, and gives a warning if that is before the visit', () => {
    const visit = { fechaatencion: '2026-10-01', fechaproxima: '2027-01-01' };
    const woman = { today: '2026-11-20', birth: null, others: [] };
    const definition = RECORDS.controlmujer;
    expect(warningsOf(definition, visit, woman)).toEqual([]);
    expect(warningsOf(definition, { ...visit, fechaproxima: '2026-09-30' }, woman)).toEqual([
      { path: 'fechaproxima', msg: 'Es anterior a la fecha de atención. Revísala.' },
    ]);
  });
});

describe('a vaccine', () => {
  const [BCG, ROTAVIRUS, , FIPV] = VACCINE_RULES;
  const dose = (tipovacuna: string, dosis: number, fechaaplicacion: string, edadapli: number) => ({
    tipovacuna,
    dosis,
    fechaaplicacion,
    edadapli,
  });

  test.each([
    ['BCG', 1, '2026-09-16', 11, null],
    ['BCG', 1, '2026-09-17', 12, BCG],
    ['Rotavirus', 1, '2026-01-16', 3, null],
    ['Rotavirus', 1, '2026-01-17', 4, ROTAVIRUS],
    ['ROTAVIRUS', 2, '2026-05-16', 7, null],
    ['ROTAVIRUS', 2, '2026-05-17', 8, ROTAVIRUS],
    ['Pentavalente', 1, '2026-09-17', 12, null],
  ] as const)('%s dose %i on %s is checked against its age limit', (name, number, date, months, rule) => {
    const expected = rule ? [{ path: 'fechaaplicacion', msg: `Está fuera de la edad indicada. ${rule}` }] : [];
    expect(warn('vacuna', dose(name, number, date, months))).toEqual(expected);
  });

  test('gives a warning for a second BCG and for two fIPV doses within 8 weeks', () => {
    const bcg = dose('BCG', 1, '2025-10-17', 1);
    expect(warn('vacuna', bcg, [bcg])).toEqual([{ path: 'tipovacuna', msg: `Ya tiene una dosis. ${BCG}` }]);
    const first = dose('fIPV', 1, '2025-11-17', 2);
    expect(warn('vacuna', dose('fIPV', 2, '2026-01-11', 3), [first])).toEqual([{ path: 'fechaaplicacion', msg: FIPV }]);
    expect(warn('vacuna', dose('fIPV', 2, '2026-01-12', 3), [first])).toEqual([]);
  });
});

describe('a child', () => {
  const warned = (fechanacimiento: string | null) =>
    warningsOf(RECORDS.nino, { fechanacimiento }, { today: '2026-11-20', birth: null, others: [] });

  test('of five years or more gives a warning, because the year is wrong', () => {
    const msg = (years: number) => [
      { path: 'fechanacimiento', msg: `Según esta fecha tiene ${years} años. Revisa el año.` },
    ];
    expect(warned('2021-11-20')).toEqual(msg(5));
    expect(warned('1925-09-17')).toEqual(msg(101));
    expect(warned('1900-01-01')).toEqual(msg(126));
    expect(warned('2021-11-21')).toEqual([]);
  });

  test('without a birth date, or with an unreadable or future one, gives none about its age', () => {
    for (const birth of [null, '', '1925-13-40']) expect(warned(birth)).toEqual([]);
    expect(warned('2026-11-21').map(({ msg }) => msg)).toEqual(['Está en el futuro. Revisa la fecha.']);
  });
});
