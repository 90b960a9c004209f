import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GrowthOutcome } from './growth-change.ts';
import { MOTHER_CLAUSES, motherSentence, type VisitResults } from './mother-sentence.ts';

const OUTCOMES = Object.keys(MOTHER_CLAUSES.outcome) as GrowthOutcome[];
const growth = (outcome: GrowthOutcome, weightChange: number | null, lengthChange: number | null) => ({
  outcome,
  weightChange,
  lengthChange,
});
const say = (results: Partial<VisitResults>) =>
  motherSentence({ nombres: 'NAYELI SAMANTHA', growth: null, hasAnemia: false, vaccines: 0, ...results });

test('the sentence says what the child gained, how it grows and what is missing', () => {
  expect(say({ growth: growth('better', 0.55, 2.3), hasAnemia: true })).toBe(
    'Nayeli ganó 550 gramos y creció 2,3 cm y va mejor; le falta hierro, así que dale todos los días lo que te indicaron.',
  );
  expect(say({ growth: growth('well', 1.2, 0), vaccines: 2 })).toBe(
    'Nayeli ganó 1,2 kilos y crece bien; hoy recibió 2 vacunas.',
  );
  expect(say({ growth: growth('first', null, null) })).toBe(
    'Nayeli ya tiene su control y este es el comienzo de su curva.',
  );
  expect(say({ growth: growth('attention', -0.2, 0) })).toBe(
    'Nayeli todavía no sube de peso como esperamos y necesita más cuidado: no faltes a la próxima cita.',
  );
});

test('a visit without a control names vaccines or iron, otherwise it thanks', () => {
  expect(say({ vaccines: 1 })).toBe('Nayeli recibió hoy 1 vacuna.');
  expect(say({ hasAnemia: true })).toBe('A Nayeli le falta hierro, así que dale todos los días lo que te indicaron.');
  expect(say({})).toBe('Gracias por traer a Nayeli: no faltes a la próxima cita.');
});

test('every sentence is complete, names no diagnosis and leaves no placeholder', () => {
  const change = fc.option(fc.double({ min: -5, max: 5, noNaN: true }));
  fc.assert(
    fc.property(
      fc.record({
        nombres: fc.constantFrom('NAYELI SAMANTHA', 'ÑUSTA', ''),
        growth: fc.option(
          fc.record({ outcome: fc.constantFrom(...OUTCOMES), weightChange: change, lengthChange: change }),
        ),
        hasAnemia: fc.boolean(),
        vaccines: fc.nat(6),
      }),
      (results) => {
        const sentence = motherSentence(results);
        expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
        expect(sentence).not.toMatch(/[{}]|NaN|anemia|desnutrici|OMS|sobrepeso/i);
      },
    ),
  );
});
