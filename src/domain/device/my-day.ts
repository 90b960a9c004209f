import { UUID } from '../uuid.ts';
import type { NoteKind } from './note-kind.ts';

/** A child that was picked for today, with what a device shows of it before its booklet is loaded. */
export interface DayVisit {
  readonly _id: string;
  readonly nombres: string;
  readonly apellidos: string;
  readonly celular: string;
  readonly lugar: string;
  readonly visitado: boolean;
}

export const MAX_VISITS_OF_DAY = 100;
const MAX_LETTERS = 300;

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_LETTERS) : '');

function parseVisit(stored: unknown): DayVisit | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { _id, nombres, apellidos, celular, lugar, visitado }: { [name in keyof DayVisit]?: unknown } = stored;
  if (typeof _id !== 'string' || !UUID.test(_id)) return null;
  return {
    _id,
    nombres: textOf(nombres),
    apellidos: textOf(apellidos),
    celular: textOf(celular),
    lugar: textOf(lugar),
    visitado: visitado === true,
  };
}

/** «Mi día»: the children to visit today, in the order in which they were picked or moved. */
export const MY_DAY: NoteKind<DayVisit> = {
  name: 'dia',
  lasts: 'day',
  maxItems: MAX_VISITS_OF_DAY,
  personOf: ({ _id }) => _id,
  parse: parseVisit,
};

/* Every change can be made twice: it may be repeated on what another page has stored meanwhile. A change that changes nothing returns the same list. */

type Visits = readonly DayVisit[];

/** Adds a child at the end, unless it is there already or the day is full. */
export const addVisit = (visits: Visits, visit: DayVisit): Visits =>
  visits.length >= MAX_VISITS_OF_DAY || visits.some(({ _id }) => _id === visit._id) ? visits : [...visits, visit];

/** @param to the new place, counted from 0 */
export function moveVisit(visits: Visits, id: string, to: number): Visits {
  const from = visits.findIndex(({ _id }) => _id === id);
  const place = Math.max(0, Math.min(to, visits.length - 1));
  if (from === -1 || from === place) return visits;
  const moved = [...visits];
  moved.splice(place, 0, ...moved.splice(from, 1));
  return moved;
}

export const setVisited = (visits: Visits, id: string, visitado: boolean): Visits =>
  visits.some((visit) => visit._id === id && visit.visitado !== visitado)
    ? visits.map((visit) => (visit._id === id ? { ...visit, visitado } : visit))
    : visits;

/** The next child to visit after this one, and from the beginning if none follows; null when all others are visited. */
export function nextOfDay(visits: Visits, id: string): DayVisit | null {
  const at = visits.findIndex(({ _id }) => _id === id);
  const others = [...visits.slice(at + 1), ...visits.slice(0, Math.max(at, 0))];
  return others.find(({ visitado }) => !visitado) ?? null;
}
