import { today } from '#domain/calendar.ts';
import { type DueGoalQuery, type DueGoalRow, listDueGoals, type StoredGoal } from '#domain/calls/goals.ts';
import { isDueSoon } from '#domain/goals/due-goals.ts';
import { dueGoalOf } from '#domain/goals/due-row.ts';
import { familyOfChild, familyOfWoman } from '#domain/goals/family.ts';
import { type GoalState, goalStates } from '#domain/goals/goal-state.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { visitListConditions } from '#domain/lists/conditions.ts';
import { matches } from '#domain/lists/matches.ts';
import { pageRows } from '#domain/lists/query.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import type { DeviceRow } from '#domain/sync/device-row.ts';
import type { GoalSource } from './booklet-source.ts';

type Parse = (schema: typeof listDueGoals.query, query: object) => DueGoalQuery;

interface Kept {
  rowsOf(tipo: PersonKind): readonly DeviceRow[];
  booklet(persona: string): Promise<SyncedBooklet | null>;
}

interface Due {
  readonly row: DeviceRow;
  readonly state: GoalState;
  readonly start: string;
  /** The goal's place in the list. */
  readonly place: number;
}

function statesOf(declared: readonly StoredGoal[], { tipo, persona, registros }: SyncedBooklet, day: string) {
  const isOfChild = tipo === 'nino';
  const family = isOfChild ? familyOfChild(persona, registros) : familyOfWoman(registros);
  const states = goalStates(declared, isOfChild ? 'nino' : 'embarazo', family, day);
  return { start: family.start ?? '', states: states.filter((state) => isDueSoon(state, day)) };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The order of the server. */
const firstDeadlineFirst = (a: Due, b: Due) =>
  compare(a.state.window?.antes ?? '', b.state.window?.antes ?? '') ||
  a.place - b.place ||
  compare(a.start, b.start) ||
  compare(a.row._id, b.row._id);

function shownRow({ row, state }: Due): DueGoalRow {
  const text = (name: string) => String((row as Readonly<Record<string, unknown>>)[name] ?? '');
  const { _id, nombre, apellido } = row.responsable;
  return {
    ...{ _id: row._id, tipo: row.tipo, cedula: text('cedula'), nombres: text('nombres'), apellidos: text('apellidos') },
    ...{ provincia: text('provincia'), canton: text('canton'), celular: text('celular') },
    responsable: { _id, nombre, apellido },
    ...dueGoalOf(state),
  };
}

/** Goals as the device knows them; judging them needs the records of each person in the query. */
export const deviceGoals = (kept: Kept, declared: () => Promise<StoredGoal[]>, parse: Parse): GoalSource => ({
  goals: declared,
  async dueGoals(request) {
    const query = parse(listDueGoals.query, request);
    const [goals, day] = [await declared(), today()];
    const isWanted = matches(visitListConditions(query));
    const due: Due[] = [];
    for (const row of PERSON_KINDS.flatMap((kind) => kept.rowsOf(kind)).filter(isWanted)) {
      const booklet = await kept.booklet(row._id);
      if (!booklet) continue;
      const { start, states } = statesOf(goals, booklet, day);
      due.push(
        ...states.map((state) => ({ row, state, start, place: goals.findIndex(({ _id }) => _id === state.goal._id) })),
      );
    }
    const { rows, total } = pageRows(due.sort(firstDeadlineFirst), query);
    return { rows: rows.map(shownRow), total };
  },
});
