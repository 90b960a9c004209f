import { expect, test } from 'vitest';
import { ageBetween } from '../calendar.ts';
import { trajectoryOf } from '../growth/trajectory.ts';
import { loadStandards } from '../growth/who/standards.ts';
import { growthChangeText, growthOutcome } from './growth-change.ts';

const BIRTH = '2026-05-18';
const CHILD = { birth: BIRTH, gestacion: null };
const girls = await loadStandards('FEMENINO');
const control = (fecha: string, peso: number, longitud: number) => {
  const edad = ageBetween(BIRTH, fecha).months;
  return { fecha, edad, peso, longitud, perimetro: 40 };
};
const steps = (...controls: ReturnType<typeof control>[]) => trajectoryOf(controls, CHILD, girls);

test('a first control in the normal range begins the curve', () => {
  const first = steps(control('2026-10-20', 6.8, 64));
  expect(growthOutcome(first)).toBe('first');
  expect(growthChangeText(first)).toBe('Es su primer control.');
});

test('a child whose length is no longer low grows better', () => {
  const two = steps(control('2026-10-20', 5.95, 59.6), control('2026-11-23', 6.5, 62));
  expect(growthOutcome(two)).toBe('better');
  expect(growthChangeText(two)).toBe(
    'Va mejor. En 34 días ganó 0,55 kg y creció 2,40 cm. La talla para la edad pasó de «talla baja» a «normal».',
  );
});

test('a weight that falls needs attention', () => {
  const two = steps(control('2026-10-20', 6.8, 64), control('2026-11-20', 6.6, 64));
  expect(growthOutcome(two)).toBe('attention');
  expect(growthChangeText(two)).toBe('Necesita atención. En 31 días bajó 0,20 kg y mide lo mismo.');
});

test('a child in the normal range grows well', () => {
  const two = steps(control('2026-10-20', 6.8, 64), control('2026-11-21', 7.3, 66));
  expect(growthOutcome(two)).toBe('well');
  expect(growthChangeText(two)).toMatch(/^Crece bien\. En 32 días ganó 0,50 kg y creció 2,00 cm\./);
});

test('two controls of one day are compared without days', () => {
  const two = steps(control('2026-10-20', 6.8, 64), control('2026-10-20', 6.9, 64));
  expect(growthChangeText(two)).toContain('Desde el control anterior ganó 0,10 kg y mide lo mismo.');
});

test('without standards only the measures are compared', () => {
  const two = trajectoryOf([control('2026-10-20', 6.8, 64), control('2026-11-21', 7.3, 66)], CHILD, null);
  expect(growthChangeText(two)).toBe('Crece bien. En 32 días ganó 0,50 kg y creció 2,00 cm.');
});

test('a child that the programme counts as malnourished needs attention, even if WHO finds nothing low', () => {
  const first = steps(control('2026-11-18', 5.78, 62));
  for (const score of Object.values(first[0]?.evaluation?.scores ?? {})) expect(score?.z).toBeGreaterThan(-2);
  expect(growthOutcome(first)).toBe('attention');
  expect(growthChangeText(first)).toBe(
    'Necesita atención. Por su peso y edad, el programa lo cuenta como desnutrición.',
  );
  const two = steps(control('2026-11-18', 5.78, 62), { ...control('2027-02-18', 7.6, 68), perimetro: 43 });
  expect(growthOutcome(two)).toBe('better');
});

test('implausible measures and overweight need attention', () => {
  const short = steps(control('2026-11-18', 6.8, 44));
  expect(short[0]?.evaluation?.alerts).not.toEqual([]);
  expect(growthOutcome(short)).toBe('attention');
  const heavy = steps(control('2026-11-18', 9.6, 62));
  expect(growthOutcome(heavy)).toBe('attention');
});

test('a child without anything to compare with is not said to grow well', () => {
  const unknown = trajectoryOf(
    [{ ...control('2026-11-18', 6.8, 64), edad: null }],
    { birth: null, gestacion: null },
    null,
  );
  expect(growthOutcome(unknown)).toBe('unknown');
});
