import type { GoalValues } from './goal-fields.ts';

/** A declared goal. */
export interface Goal extends GoalValues {
  readonly _id: string;
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The order in which goals are listed: of pregnancy first, then by age. */
export const inGoalOrder = (a: Goal, b: Goal): number =>
  compareTexts(a.para, b.para) ||
  a.desde - b.desde ||
  a.hasta - b.hasta ||
  compareTexts(a.nombre, b.nombre) ||
  compareTexts(a._id, b._id);
