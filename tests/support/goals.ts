import type { GoalValues } from '#domain/goals/goal-fields.ts';

/** A goal as an administrator writes it. */
export const goalBody = (change: Partial<GoalValues> = {}): GoalValues => ({
  nombre: 'Controles del primer semestre',
  para: 'nino',
  registro: 'control',
  vacuna: '',
  dosis: null,
  cantidad: 3,
  desde: 0,
  hasta: 6,
  plazo: null,
  vigente: '2026-01-01',
  fuente: 'norma de prueba',
  mostrada: true,
  ...change,
});
