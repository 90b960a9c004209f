import { matchVaccines, PENDING, type TimelineItem } from '../vaccines/timeline.ts';
import { countedRecord } from './counted-records.ts';
import { comparableName } from './dose-name.ts';
import type { Family } from './family.ts';
import type { Goal } from './goal.ts';
import { type GoalWindow, goalWindow } from './goal-window.ts';

export interface GoalState {
  readonly goal: Goal;
  /** `futura`: its age has not come; `vencida`: it can no longer be reached; `sinfecha`: the birth or the pregnancy's start is unknown. */
  readonly state: 'cumplida' | 'pendiente' | 'futura' | 'vencida' | 'sinfecha';
  /** How many are missing; of a goal that was not reached, how many were. */
  readonly faltan: number;
  /** Doses of the calendar that were not given in time. */
  readonly perdidas: number;
  readonly window: GoalWindow | null;
  readonly registered: string | null;
}

interface Progress {
  readonly faltan: number;
  readonly perdidas: number;
}

/** Records dated in the window and not in the future. */
function countRecords(goal: Goal, { records }: Family, { desde, antes }: GoalWindow, day: string): number {
  const { date = '', names = [] } = countedRecord(goal.registro);
  const wanted = comparableName(goal.vacuna);
  const isWanted = (record: Readonly<Record<string, unknown>>) =>
    (goal.dosis === null || Number(record.dosis) === goal.dosis) &&
    (wanted === '' || names.some((name) => comparableName(String(record[name] ?? '')).includes(wanted)));
  return (records[goal.registro] ?? []).filter((record) => {
    const on = String(record[date] ?? '').slice(0, 10);
    return on >= desde && on < antes && on <= day && isWanted(record);
  }).length;
}

const isLost = ({ state, given, remark }: TimelineItem, antes: string) =>
  state === 'tooOld' || (state === 'given' && (remark !== null || (given?.date ?? '') >= antes));

/** The doses of the calendar that every child needs and that are due in the window; those before an age limit or the goal's deadline are in time. */
function vaccineProgress({ start, records }: Family, { antes }: GoalWindow, day: string): Progress {
  const items = matchVaccines(start, records.vacuna ?? [], day)?.items ?? [];
  const due = items.filter((item) => !item.dose.conditional && item.due !== null && item.due < antes);
  return {
    faltan: due.filter(({ state }) => PENDING.includes(state)).length,
    perdidas: due.filter((item) => isLost(item, antes)).length,
  };
}

function progressOf(goal: Goal, family: Family, window: GoalWindow, day: string): Progress {
  if (goal.registro === 'esquema') return vaccineProgress(family, window, day);
  if (goal.registro === 'inscripcion') {
    const inTime = family.registered !== null && family.registered < window.antes;
    return { faltan: 0, perdidas: inTime ? 0 : 1 };
  }
  return { faltan: Math.max(0, goal.cantidad - countRecords(goal, family, window, day)), perdidas: 0 };
}

function stateOf({ faltan, perdidas }: Progress, { desde, antes }: GoalWindow, day: string): GoalState['state'] {
  if (faltan === 0) return perdidas === 0 ? 'cumplida' : 'vencida';
  if (day >= antes) return 'vencida';
  return day < desde ? 'futura' : 'pendiente';
}

/** How far a family has come with one goal. @param day `YYYY-MM-DD` */
export function goalState(goal: Goal, family: Family, day: string): GoalState {
  const { start, registered } = family;
  if (start === null) return { goal, state: 'sinfecha', faltan: 0, perdidas: 0, window: null, registered };
  const window = goalWindow(goal, start);
  const progress = progressOf(goal, family, window, day);
  return { goal, state: stateOf(progress, window, day), ...progress, window, registered };
}

/** The shown goals of a family, in their order; a goal counts only for deadlines since it is in force. */
export const goalStates = (goals: readonly Goal[], para: Goal['para'], family: Family, day: string): GoalState[] =>
  goals
    .filter((goal) => goal.mostrada && goal.para === para)
    .map((goal) => goalState(goal, family, day))
    .filter(({ goal, window }) => window === null || window.antes > goal.vigente);
