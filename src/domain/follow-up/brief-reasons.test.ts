import { expect, test } from 'vitest';
import { briefReasons } from './brief-reasons.ts';
import type { VisitReason } from './reasons.ts';

const FACTS = {
  visto: '2026-10-15',
  proximoControl: '2026-11-15',
  proximaVacuna: '2026-11-20',
  proximaHemoglobina: null,
  cruce: 'talla/edad',
};
const NOTHING = { visto: null, proximoControl: null, proximaVacuna: null, proximaHemoglobina: null, cruce: null };
const brief = (reasons: VisitReason[], facts: Partial<Parameters<typeof briefReasons>[1]> = {}) => {
  const words = briefReasons(reasons, { ...FACTS, ...facts }, '2026-11-25');
  return words && words.label + words.detail;
};

test('the most urgent reason is in words with its detail', () => {
  expect(brief(['cruce'])).toBe('Crecimiento en riesgo: talla/edad');
  expect(brief(['desnutricion'])).toBe('Desnutrición sin control desde hace 41 días');
  expect(brief(['control'])).toBe('Control atrasado: tocaba el 15/11/2026');
  expect(brief(['control'], { visto: null })).toBe('Control atrasado: sin ninguno, tocaba el 15/11/2026');
  expect(brief(['vacunas'])).toBe('Vacunas pendientes desde el 20/11/2026');
});

test('further reasons follow after semicolons', () => {
  expect(brief(['cruce', 'desnutricion', 'control', 'vacunas'])).toBe(
    'Crecimiento en riesgo: talla/edad; desnutrición; control; vacunas',
  );
  expect(brief(['control', 'vacunas'])).toBe('Control atrasado: tocaba el 15/11/2026; vacunas');
});

test('a haemoglobin that is due by today is named last', () => {
  expect(brief(['vacunas'], { proximaHemoglobina: '2026-11-25' })).toMatch(/; hemoglobina$/);
  expect(brief(['vacunas'], { proximaHemoglobina: '2026-11-26' })).not.toMatch(/hemoglobina/);
});

test('a fact that is missing leaves the reason without its detail, and no reason is no text', () => {
  expect(brief(['cruce'], NOTHING)).toBe('Crecimiento en riesgo');
  expect(brief(['desnutricion'], NOTHING)).toBe('Desnutrición sin control');
  expect(brief(['control'], NOTHING)).toBe('Control atrasado');
  expect(brief(['vacunas'], NOTHING)).toBe('Vacunas pendientes');
  expect(brief([])).toBeNull();
});
