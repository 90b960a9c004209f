import { describe, expect, it, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { matchVaccines } from '../vaccines/timeline.ts';
import { VACCINES } from '../vaccines/vaccine-names.ts';
import { COUNTED_KEYS, countedRecord } from './counted-records.ts';
import { comparableName } from './dose-name.ts';
import { dueUntil, isDueSoon } from './due-goals.ts';
import { shownGoals } from './due-row.ts';
import { familyOfChild, familyOfWoman } from './family.ts';
import { type Goal, inGoalOrder } from './goal.ts';
import { goalSchema } from './goal-fields.ts';
import { goalState } from './goal-state.ts';
import { goalSummary, goalText } from './goal-text.ts';

const CONTROLS: Goal = {
  _id: 'a',
  nombre: 'Controles del primer año',
  para: 'nino',
  registro: 'control',
  vacuna: '',
  dosis: null,
  cantidad: 2,
  desde: 0,
  hasta: 12,
  plazo: null,
  vigente: '2020-01-01',
  fuente: 'norma',
  mostrada: true,
};
const PRENATAL: Goal = { ...CONTROLS, _id: 'p', para: 'embarazo', registro: 'controlmujer', hasta: 40 };
const REGISTRATION: Goal = { ...CONTROLS, registro: 'inscripcion', cantidad: 1, hasta: 24, plazo: 45 };
const SCHEDULE: Goal = { ...CONTROLS, registro: 'esquema', cantidad: 1, hasta: 24 };
const DOSE: Goal = { ...CONTROLS, registro: 'vacuna', cantidad: 1, vacuna: 'Penta', dosis: 2 };

const BIRTH = '2026-03-14';
const child = (records: Parameters<typeof familyOfChild>[1] = {}, registered = BIRTH, birth: string | null = BIRTH) =>
  familyOfChild({ fechanacimiento: birth, fechaRegistro: `${registered}T12:00:00.000Z` }, records);
const controls = (...days: string[]) => ({ control: days.map((fecha) => ({ fecha })) });
const woman = (start: string, ...days: string[]) =>
  familyOfWoman({
    etmi: [{ fechaRealizacion: addDays(start, 70), semanaGestacion: 10, orden: 1 }],
    controlmujer: days.map((fechaatencion) => ({ fechaatencion })),
  });
const read = (goal: Goal, family: ReturnType<typeof child>, day: string) => {
  const state = goalState(goal, family, day);
  return [state.state, goalText(state)];
};

describe('a goal of controls', () => {
  it('says how many are missing and before which day', () => {
    expect(read(CONTROLS, child(), '2026-11-26')).toEqual(['pendiente', 'Faltan 2 controles antes del 14/03/2027']);
    expect(read(CONTROLS, child(controls('2026-05-01')), '2026-11-26')).toEqual([
      'pendiente',
      'Falta 1 control antes del 14/03/2027',
    ]);
    expect(read(CONTROLS, child(controls('2026-05-01', '2026-06-01')), '2026-11-26')).toEqual(['cumplida', 'Cumplida']);
  });

  it('can be reached until the day before, and not on the day itself', () => {
    expect(read(CONTROLS, child(), '2027-03-13')[0]).toBe('pendiente');
    expect(read(CONTROLS, child(), '2027-03-14')).toEqual([
      'vencida',
      'No se cumplió: faltaron 2 controles hasta el 13/03/2027',
    ]);
    expect(read(CONTROLS, child(controls('2026-05-01')), '2027-03-14')[1]).toBe(
      'No se cumplió: faltó 1 control hasta el 13/03/2027',
    );
  });

  it('counts records from the first day of the age until the day before the last', () => {
    const second = { ...CONTROLS, desde: 12, hasta: 24, cantidad: 1 };
    const on = (day: string) => read(second, child(controls(day)), '2028-03-14')[0];
    expect(on('2027-03-13')).toBe('vencida');
    expect(on('2027-03-14')).toBe('cumplida');
    expect(on('2028-03-13')).toBe('cumplida');
    expect(on('2028-03-14')).toBe('vencida');
  });

  it('does not count a record in the future', () => {
    const family = child(controls('2026-12-01', '2026-12-02'));
    expect(read(CONTROLS, family, '2026-12-01')[0]).toBe('pendiente');
    expect(read(CONTROLS, family, '2026-12-02')[0]).toBe('cumplida');
  });

  it('is announced before its age comes', () => {
    const second = { ...CONTROLS, desde: 12, hasta: 24, cantidad: 4 };
    expect(read(second, child(), '2027-03-13')).toEqual([
      'futura',
      'Desde el 14/03/2027: 4 controles antes del 14/03/2028',
    ]);
    expect(read(second, child(), '2027-03-14')[0]).toBe('pendiente');
  });

  it('of a child born on the 31st ends when the month of age is completed', () => {
    const month = { ...CONTROLS, hasta: 1, cantidad: 1 };
    const born = child({}, '2026-01-31', '2026-01-31');
    expect(read(month, born, '2026-02-28')).toEqual(['pendiente', 'Falta 1 control antes del 01/03/2026']);
    expect(read(month, born, '2026-03-01')[0]).toBe('vencida');
  });

  it('says what is unknown instead of a date', () => {
    expect(read(CONTROLS, child({}, BIRTH, null), '2026-11-26')).toEqual(['sinfecha', 'Falta la fecha de nacimiento']);
    expect(read(PRENATAL, familyOfWoman({}), '2026-11-26')).toEqual([
      'sinfecha',
      'No se sabe cuándo empezó el embarazo: falta un tamizaje de ETMI',
    ]);
  });
});

test('a pregnancy is counted from the first day of the latest screening to week 40', () => {
  const start = '2026-03-01';
  const six = { ...PRENATAL, cantidad: 6 };
  const five = ['2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01'];
  // 280 days after 01/03/2026.
  expect(read(six, woman(start, ...five), '2026-12-05')).toEqual(['pendiente', 'Falta 1 control antes del 06/12/2026']);
  expect(read(six, woman(start, ...five), '2026-12-06')[0]).toBe('vencida');
  expect(read(six, woman(start, ...five, '2026-12-05'), '2026-12-05')[0]).toBe('cumplida');
  // A control of an earlier pregnancy does not count.
  expect(read(six, woman(start, ...five, '2026-02-28'), '2026-12-05')[0]).toBe('pendiente');
  expect(read(six, woman(start, ...five, '2026-03-01'), '2026-12-05')[0]).toBe('cumplida');
});

test('a registration on day 45 is in time, and one on day 46 is not', () => {
  expect(read(REGISTRATION, child({}, addDays(BIRTH, 45)), '2026-11-26')).toEqual(['cumplida', 'Cumplida']);
  expect(read(REGISTRATION, child({}, addDays(BIRTH, 46)), '2026-11-26')).toEqual([
    'vencida',
    'No se cumplió: se registró el 29/04/2026',
  ]);
});

test('a registration counts by the day in Guayaquil', () => {
  const late = familyOfChild({ fechanacimiento: BIRTH, fechaRegistro: `${addDays(BIRTH, 46)}T04:59:59.999Z` }, {});
  expect(goalState(REGISTRATION, late, '2026-11-26').state).toBe('cumplida');
});

test('a goal of one dose counts that dose of that vaccine, whatever the accents and capitals', () => {
  const given = (tipovacuna: string, dosis: number) =>
    read(DOSE, child({ vacuna: [{ tipovacuna, dosis, fechaaplicacion: '2026-07-14' }] }), '2026-11-26')[0];
  expect(given('PENTAVALENTE', 2)).toBe('cumplida');
  expect(given('Pentavalente', 1)).toBe('pendiente');
  expect(given('Rotavirus', 2)).toBe('pendiente');
  expect(comparableName('SarampiÓn ÑÜ')).toBe('sarampion nu');
  const tdap = { ...PRENATAL, registro: 'vacunamujer', vacuna: 'tdap', cantidad: 1 };
  const named = familyOfWoman({
    etmi: [{ fechaRealizacion: '2026-05-10', semanaGestacion: 10, orden: 1 }],
    vacunamujer: [{ tipo: 'Otra', nombrevacuna: 'Tdap', fechaaplicacion: '2026-08-01' }],
  });
  expect(read(tdap, named, '2026-11-26')[0]).toBe('cumplida');
});

describe('complete vaccines', () => {
  const LAST = '2028-03-13';
  const doses = (matchVaccines(BIRTH, [], BIRTH)?.items ?? []).filter(
    ({ dose, due }) => !dose.conditional && due !== null && due <= LAST,
  );
  const inTime = doses.map(({ dose, due }) => ({
    tipovacuna: VACCINES[dose.vaccine].label,
    dosis: dose.number ?? 1,
    fechaaplicacion: due,
  }));
  const without = (key: string) => inTime.filter((_, at) => doses[at]?.dose.key !== key);

  it('are reached with every dose that is due before the age ends', () => {
    expect(inTime.length).toBeGreaterThan(10);
    expect(read(SCHEDULE, child({ vacuna: inTime }), LAST)).toEqual(['cumplida', 'Cumplida']);
  });

  it('count what is missing until the last day', () => {
    const family = child({ vacuna: without('srp-1') });
    expect(read(SCHEDULE, family, LAST)).toEqual(['pendiente', 'Falta 1 vacuna antes del 14/03/2028']);
    expect(read(SCHEDULE, family, '2028-03-14')[0]).toBe('vencida');
  });

  it('are no longer in time after the age limit of a dose', () => {
    const family = child({ vacuna: without('rotavirus-1').filter(({ tipovacuna }) => tipovacuna !== 'Rotavirus') });
    expect(read(SCHEDULE, family, '2026-07-13')[0]).toBe('pendiente');
    const [state, text] = read(SCHEDULE, family, '2027-01-01');
    expect(state).toBe('vencida');
    expect(text).toBe('No se cumplió: 2 vacunas fuera de plazo');
    const some = child({ vacuna: without('srp-1').filter(({ tipovacuna }) => tipovacuna !== 'Rotavirus') });
    expect(read(SCHEDULE, some, '2027-01-01')).toEqual([
      'pendiente',
      'Falta 1 vacuna antes del 14/03/2028; 2 vacunas fuera de plazo',
    ]);
  });
});

test('a goal is due soon from 30 days before its last day on', () => {
  const due = (day: string, goal = CONTROLS) => isDueSoon(goalState(goal, child(), day), day);
  expect(due('2027-02-10')).toBe(false);
  expect(due('2027-02-11')).toBe(true);
  expect(dueUntil('2027-02-11')).toBe('2027-03-14');
  expect(due('2027-03-13')).toBe(true);
  expect(due('2027-03-14')).toBe(false);
  expect(due('2027-03-13', { ...CONTROLS, hasta: 24, desde: 23 })).toBe(false);
});

test('hidden goals, those of others and those whose deadline was before they were in force are left out', () => {
  const shown = (change: Partial<Goal>) =>
    shownGoals([{ ...CONTROLS, ...change }], 'nino', child(), '2026-11-26').length;
  expect(shown({})).toBe(1);
  expect(shown({ mostrada: false })).toBe(0);
  expect(shown({ para: 'embarazo', registro: 'etmi' })).toBe(0);
  // The last day is 13/03/2027.
  expect(shown({ vigente: '2027-03-13' })).toBe(1);
  expect(shown({ vigente: '2027-03-14' })).toBe(0);
});

test('goals are listed by family and age', () => {
  const order = [CONTROLS, PRENATAL, { ...CONTROLS, _id: 'b', desde: 12, hasta: 24 }].toSorted(inGoalOrder);
  expect(order.map(({ _id }) => _id)).toEqual(['p', 'a', 'b']);
  expect(goalSummary({ ...CONTROLS, desde: 12, hasta: 24, cantidad: 4 })).toBe(
    'Niña o niño, de 12 a 24 meses: 4 controles',
  );
  expect(goalSummary(REGISTRATION)).toBe(
    'Niña o niño, de 0 a 24 meses: 1 registro, hasta 45 días después del nacimiento',
  );
  expect(goalSummary({ ...PRENATAL, registro: 'vacunamujer', vacuna: 'Tdap', cantidad: 1, plazo: 100 })).toBe(
    'Embarazo, de 0 a 40 semanas: 1 dosis de Tdap, hasta 100 días después del inicio',
  );
  expect(goalSummary(SCHEDULE)).toBe('Niña o niño, de 0 a 24 meses: todas las vacunas');
});

describe('the declaration of a goal', () => {
  const { _id: _, ...valid } = CONTROLS;
  const problems = (change: object) =>
    goalSchema.safeParse({ ...valid, ...change }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it.each([
    [{}, undefined],
    [{ cantidad: 50, hasta: 60 }, undefined],
    [{ registro: 'vacuna', vacuna: 'BCG', dosis: 1 }, undefined],
    [{ para: 'embarazo', registro: 'controlmujer', hasta: 42 }, undefined],
    [{ para: 'embarazo', registro: 'controlmujer', hasta: 43 }, [['hasta', 'Para el embarazo debe ser 42 o menos']]],
    [{ para: 'embarazo' }, [['registro', 'No corresponde a quien es la meta']]],
    [{ desde: 12 }, [['hasta', 'Debe ser mayor que «Desde»']]],
    [{ desde: 6, plazo: 186 }, undefined],
    [{ desde: 6, plazo: 185 }, [['plazo', 'Debe terminar después de «Desde»']]],
    [{ vacuna: 'BCG' }, [['vacuna', 'Solo se usa cuando se cuentan dosis']]],
    [{ dosis: 1 }, [['dosis', 'Solo se usa cuando se cuentan dosis']]],
    [{ registro: 'esquema' }, [['cantidad', 'Debe ser 1 para esta meta']]],
    [{ registro: 'esquema', cantidad: 1, desde: 1 }, [['desde', 'Debe ser 0: cuenta desde el nacimiento']]],
    [{ cantidad: 0 }, [['cantidad', 'Debe estar entre 1 y 50']]],
    [{ fuente: ' ' }, [['fuente', 'Este campo es obligatorio']]],
    [{ vigente: '2026-02-30' }, [['vigente', 'Debe ser una fecha válida (AAAA-MM-DD)']]],
  ])('%j', (change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  it('names each thing that is counted, and nothing else', () => {
    for (const key of COUNTED_KEYS) expect(countedRecord(key).label).not.toBe('');
    expect(() => countedRecord('peso')).toThrow('No goal counts peso');
  });
});
