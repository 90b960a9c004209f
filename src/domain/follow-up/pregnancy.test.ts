import { expect, test } from 'vitest';
import { gestationWeek, nextAppointment } from './pregnancy.ts';

const screening = (fechaRealizacion: string, semanaGestacion: number, orden = 1) => ({
  fechaRealizacion,
  semanaGestacion,
  orden,
});

test('the week of pregnancy is counted on from the latest screening', () => {
  const screenings = [screening('2026-08-12', 11, 2), screening('2026-10-07', 19, 1)];
  expect(gestationWeek(screenings, '2026-10-07')).toBe(19);
  expect(gestationWeek(screenings, '2026-10-13')).toBe(19);
  expect(gestationWeek(screenings, '2026-10-14')).toBe(20);
});

test('of two screenings of one day the one registered last counts', () => {
  expect(gestationWeek([screening('2026-10-07', 19, 1), screening('2026-10-07', 20, 2)], '2026-10-07')).toBe(20);
  expect(gestationWeek([screening('2026-10-07', 20, 2), screening('2026-10-07', 19, 1)], '2026-10-07')).toBe(20);
});

test('without a screening, before week 1 and after week 42 there is no week', () => {
  expect(gestationWeek([], '2026-10-07')).toBeNull();
  expect(gestationWeek([screening('2026-10-07', 42)], '2026-10-13')).toBe(42);
  expect(gestationWeek([screening('2026-10-07', 42)], '2026-10-14')).toBeNull();
  expect(gestationWeek([screening('2026-10-07', 1)], '2026-10-06')).toBeNull();
});

test('the latest control says when the next appointment is', () => {
  const controls = [
    { fechaatencion: '2026-10-01', fechaproxima: '2026-11-01', orden: 2 },
    { fechaatencion: '2026-11-01', fechaproxima: '2026-12-01', orden: 1 },
  ];
  expect(nextAppointment(controls)).toBe('2026-12-01');
  expect(nextAppointment([])).toBeNull();
});
