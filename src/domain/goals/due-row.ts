import type { Family } from './family.ts';
import type { Goal } from './goal.ts';
import { type GoalState, goalStates } from './goal-state.ts';
import { goalText } from './goal-text.ts';

/** What the list of due goals shows of one goal. */
export const dueGoalOf = (state: GoalState) => ({
  meta: { _id: state.goal._id, nombre: state.goal.nombre },
  faltan: state.faltan,
  antes: state.window?.antes ?? '',
  texto: goalText(state),
});

/** The goals of a family as page and paper show them. */
export const shownGoals = (goals: readonly Goal[], para: Goal['para'], family: Family, day: string) =>
  goalStates(goals, para, family, day).map((state) => ({
    _id: state.goal._id,
    nombre: state.goal.nombre,
    fuente: state.goal.fuente,
    state: state.state,
    texto: goalText(state),
  }));
export type ShownGoal = ReturnType<typeof shownGoals>[number];
