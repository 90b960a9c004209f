import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { type FollowedWoman, womanAppointments } from './woman-appointments.ts';

const DAY = '2026-11-26';
/** A screening in week 12 on the day on which week 12 begins. */
const WEEK_12 = '2026-10-01';
const screening = { fechaRealizacion: WEEK_12, semanaGestacion: 12, orden: 1 };
const firstOfWeek = (week: number) => addDays(WEEK_12, 7 * (week - 12));
const control = (fechaatencion: string, fechaproxima: string, orden = 1) => ({ fechaatencion, fechaproxima, orden });
const tdap = (fechaaplicacion: string) => ({ tipo: 'Tdap', fechaaplicacion });

const next = (change: Partial<FollowedWoman>, day = DAY) =>
  womanAppointments({ controls: [], vaccines: [], screenings: [screening], ...change }, day).map(
    ({ name, date, when }) => [name, date, when],
  );
const TDAP = 'Tdap (tos ferina, difteria y tétanos)';
const INFLUENZA = ['Influenza estacional', null, 'open'];

test('her next control is the appointment of the latest one, and due from its day on', () => {
  const controls = [control('2026-10-28', '2026-11-27', 1), control('2026-09-30', '2026-10-28', 2)];
  expect(next({ controls })).toContainEqual(['Control prenatal', '2026-11-27', 'later']);
  expect(next({ controls }, '2026-11-27')).toContainEqual(['Control prenatal', '2026-11-27', 'due']);
  expect(next({})).toContainEqual(['Primer control prenatal', null, 'due']);
});

test('a control of an earlier pregnancy makes no appointment in this one', () => {
  const [start, before] = [firstOfWeek(0), addDays(firstOfWeek(0), -1)];
  expect(next({ controls: [control(before, addDays(before, 30))] })).toContainEqual([
    'Primer control prenatal',
    null,
    'due',
  ]);
  expect(next({ controls: [control(start, '2026-11-27')] })).toContainEqual([
    'Control prenatal',
    '2026-11-27',
    'later',
  ]);
});

test('Tdap has the first day of week 20, is due until week 36, and not named after it', () => {
  const of = (day: string) =>
    next({ controls: [control(day, addDays(day, 28))] }, day).filter(([name]) => name === TDAP);
  const date = firstOfWeek(20);
  expect(of(addDays(date, -1))).toEqual([[TDAP, date, 'later']]);
  expect(of(date)).toEqual([[TDAP, date, 'due']]);
  expect(of(addDays(firstOfWeek(37), -1))).toEqual([[TDAP, date, 'due']]);
  expect(of(firstOfWeek(37))).toEqual([]);
});

test('a vaccine of this pregnancy is not named again, one of an earlier pregnancy is', () => {
  const names = (vaccines: object[]) => next({ vaccines: vaccines as FollowedWoman['vaccines'] }).map(([name]) => name);
  expect(names([tdap('2026-11-20')])).not.toContain(TDAP);
  expect(names([tdap('2024-11-20')])).toContain(TDAP);
});

test('without a known week the vaccines have no day', () => {
  const controls = [control('2026-11-20', '2026-12-20')];
  expect(next({ controls, screenings: [] })).toEqual([
    ['Control prenatal', '2026-12-20', 'later'],
    [TDAP, null, 'open'],
    INFLUENZA,
  ]);
});

test('after week 42 nothing is due, unless a later control began another pregnancy', () => {
  const beyond = firstOfWeek(43);
  const controls = [control(addDays(beyond, -40), addDays(beyond, -12))];
  expect(next({ controls }, addDays(beyond, -1))).not.toEqual([]);
  expect(next({ controls }, beyond)).toEqual([]);
  const again = [...controls, control(beyond, addDays(beyond, 28), 2)];
  expect(next({ controls: again }, beyond)[0]).toEqual(['Control prenatal', addDays(beyond, 28), 'later']);
});

test('without a screening a pregnancy is over 42 weeks after the latest control', () => {
  const controls = [control('2026-01-05', '2026-02-02')];
  const over = addDays('2026-01-05', 294);
  expect(next({ controls, screenings: [] }, addDays(over, -1))).not.toEqual([]);
  expect(next({ controls, screenings: [] }, over)).toEqual([]);
});
