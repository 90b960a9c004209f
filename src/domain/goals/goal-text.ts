import { addDays, showDay } from '../calendar.ts';
import { countedRecord, GOAL_FAMILIES } from './counted-records.ts';
import type { Goal } from './goal.ts';
import type { GoalState } from './goal-state.ts';

const UNKNOWN_START: Record<string, string> = {
  embarazo: 'No se sabe cuándo empezó el embarazo: falta un tamizaje de ETMI',
  nino: 'Falta la fecha de nacimiento',
};

function counted({ goal }: GoalState, count: number): string {
  const { one, many } = countedRecord(goal.registro);
  return `${count} ${count === 1 ? one : many}`;
}

const lateDoses = (state: GoalState) => `${counted(state, state.perdidas)} fuera de plazo`;

function notReached(state: GoalState, antes: string): string {
  const { goal, faltan, registered } = state;
  if (goal.registro === 'inscripcion') return `No se cumplió: se registró el ${showDay(registered ?? antes)}`;
  if (faltan === 0) return `No se cumplió: ${lateDoses(state)}`;
  const missed = `${faltan === 1 ? 'faltó' : 'faltaron'} ${counted(state, faltan)}`;
  return `No se cumplió: ${missed} hasta el ${showDay(addDays(antes, -1))}`;
}

function missing(state: GoalState, antes: string): string {
  const { faltan, perdidas } = state;
  const text = `${faltan === 1 ? 'Falta' : 'Faltan'} ${counted(state, faltan)} antes del ${showDay(antes)}`;
  return perdidas === 0 ? text : `${text}; ${lateDoses(state)}`;
}

/** What page and paper say about a goal: "Cumplida", "Faltan 2 controles antes del 14/03/2027". */
export function goalText(state: GoalState): string {
  const { goal, window, faltan } = state;
  if (!window) return UNKNOWN_START[goal.para] ?? '';
  switch (state.state) {
    case 'pendiente':
      return missing(state, window.antes);
    case 'futura':
      return `Desde el ${showDay(window.desde)}: ${counted(state, faltan)} antes del ${showDay(window.antes)}`;
    case 'vencida':
      return notReached(state, window.antes);
    default:
      return 'Cumplida';
  }
}

/** What a goal asks for: "Niña o niño, de 12 a 24 meses: 4 controles". */
export function goalSummary({ para, registro, vacuna, dosis, cantidad, desde, hasta, plazo }: Goal): string {
  const { one, many } = countedRecord(registro);
  const family = para === 'embarazo' ? GOAL_FAMILIES.embarazo : GOAL_FAMILIES.nino;
  const which = [vacuna && ` de ${vacuna}`, dosis !== null && ` (dosis ${dosis})`].filter(Boolean).join('');
  const within =
    plazo === null ? '' : `, hasta ${plazo} días después del ${para === 'embarazo' ? 'inicio' : 'nacimiento'}`;
  const ages = `de ${desde} a ${hasta} ${para === 'embarazo' ? 'semanas' : 'meses'}`;
  const what = registro === 'esquema' ? 'todas las vacunas' : `${cantidad} ${cantidad === 1 ? one : many}`;
  return `${family}, ${ages}: ${what}${which}${within}`;
}
