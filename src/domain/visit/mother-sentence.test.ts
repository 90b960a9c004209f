import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GrowthOutcome } from './growth-change.ts';
import { MOTHER_CLAUSES, motherSentence, type VisitResults, womanSentence } from './mother-sentence.ts';

const OUTCOMES = Object.keys(MOTHER_CLAUSES.outcome) as GrowthOutcome[];
const growth = (outcome: GrowthOutcome, weightChange: number | null, lengthChange: number | null) => ({
  outcome,
  weightChange,
  lengthChange,
});
const say = (results: Partial<VisitResults>) =>
  motherSentence({ nombres: 'NAYELI SAMANTHA', growth: null, anemia: 'none', vaccines: 0, ...results });

test('the sentence says what the child gained, how it grows and what is missing', () => {
  expect(say({ growth: growth('better', 0.55, 2.3), anemia: 'treated' })).toBe(
    'Nayeli ganó 550 gramos y creció 2,3 cm y va mejor; le falta hierro, así que dale todos los días lo que te indicaron.',
  );
  expect(say({ growth: growth('well', 1.2, 0), vaccines: 2 })).toBe(
    'Nayeli ganó 1,2 kilos y crece bien; recibió 2 vacunas.',
  );
  expect(say({ growth: growth('first', null, null) })).toBe(
    'Nayeli ya tiene su control y este es el comienzo de su curva.',
  );
  expect(say({ growth: growth('attention', -0.2, 0) })).toBe(
    'Nayeli todavía no sube de peso como esperamos y necesita más cuidado: no faltes a la próxima cita.',
  );
});

test('a visit without a control names vaccines or iron, otherwise it thanks', () => {
  expect(say({ vaccines: 1 })).toBe('Nayeli recibió 1 vacuna.');
  expect(say({ anemia: 'treated' })).toBe('A Nayeli le falta hierro, así que dale todos los días lo que te indicaron.');
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
        anemia: fc.constantFrom('none', 'treated', 'untreated'),
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

test('what the child did not gain is said only where it needs attention', () => {
  expect(say({ growth: growth('well', 0, 0) })).toBe('Nayeli ya tiene su control y crece bien.');
  expect(say({ growth: growth('better', 0, null) })).toBe('Nayeli ya tiene su control y va mejor.');
});

test('without a comparison only the change is said, and without treatment no medicine', () => {
  expect(say({ growth: growth('unknown', 0.5, 2) })).toBe('Nayeli ganó 500 gramos y creció 2,0 cm.');
  expect(say({ growth: growth('unknown', null, null) })).toBe('Nayeli ya tiene su control.');
  expect(say({ anemia: 'untreated' })).toBe('A Nayeli le falta hierro: lo revisamos en la próxima cita.');
});

test('a woman is told what was done and when to come', () => {
  const luz = { nombres: 'LUZ MARÍA', hasControl: true, vaccines: 0, date: '2026-12-24' };
  expect(womanSentence(luz)).toBe('Luz, tu control está hecho: te esperamos el 24/12/2026.');
  expect(womanSentence({ ...luz, vaccines: 2 })).toBe(
    'Luz, tu control está hecho y recibiste 2 vacunas: te esperamos el 24/12/2026.',
  );
  expect(womanSentence({ ...luz, hasControl: false, vaccines: 1, date: null })).toBe(
    'Luz, recibiste 1 vacuna: no faltes a tu próxima cita.',
  );
  expect(womanSentence({ nombres: '', hasControl: false, vaccines: 0, date: null })).toBe(
    'Gracias por tu tiempo, mamá: no faltes a tu próxima cita.',
  );
});
