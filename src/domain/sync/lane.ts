import type { Operation } from '../calls/operation.ts';
import type { Outcome } from '../calls/sending.ts';
import { definitionOf } from './apply-operations.ts';
import { mergedEdit } from './merge-edit.ts';
import { countOf, needsSomebody, type WaitingState } from './waiting-count.ts';

/** An operation on the device. */
export type Waiting = Operation & {
  /** In which everything was written. */
  readonly orden: number;
  readonly estado: WaitingState;
  /** Of what is replaced or deleted: the record as the person saw it, flat; of an edit as its form had it first. */
  readonly antes?: Readonly<Record<string, unknown>> | undefined;
  /** What the server said of it last. */
  readonly respuesta?: Outcome | undefined;
  /** Of what is done: what the server said, and when (milliseconds since 1970). */
  readonly hecha?: { readonly sello: string; readonly version?: number | undefined; readonly en: number } | undefined;
};

export type NewOperation = Omit<Waiting, 'orden' | 'estado' | 'respuesta' | 'hecha'>;

/** Why a write is not taken as it is, and what waits already under the same id. */
export interface LaneRefusal {
  /** `idTaken`: it makes what is made already, with other content; `clash`: both change the same fields, or break a rule together. */
  readonly why: 'idTaken' | 'clash';
  readonly campos: readonly string[];
  readonly waiting: Waiting;
}

/** What comes of one more write. */
export interface LaneChange {
  /** Goes at the end; null where what waits was changed instead. */
  readonly add: NewOperation | null;
  readonly change: readonly Waiting[];
  /** Never sent, and no longer wanted. */
  readonly drop: readonly Waiting[];
  /** Nothing is changed then. */
  readonly refused?: LaneRefusal;
}

const mayChange = (one: Waiting) => one.estado === 'espera' || needsSomebody(one);

const isPerson = ({ tipo }: Operation) => !definitionOf(tipo).parent;

const NOTHING: LaneChange = { add: null, change: [], drop: [] };

function replacing(lane: readonly Waiting[], one: NewOperation): LaneChange {
  const last = lane.filter(({ _id, hace }) => _id === one._id && hace !== 'eliminar').at(-1);
  if (!last) return { ...NOTHING, add: one };
  // Another tab's form may have written it: this one's may not have shown it.
  const { valores, clash, fits } = mergedEdit(last, one);
  if (clash.length > 0 || !fits) return { ...NOTHING, refused: { why: 'clash', campos: clash, waiting: last } };
  if (mayChange(last)) {
    const { campos, capturado, desfase, descartado } = one;
    const estado = last.estado === 'conflicto' ? 'conflicto' : 'espera';
    const merged: Waiting = { ...last, valores, estado };
    // Whoever is new was recorded when she first was.
    const whole =
      last.hace === 'crear'
        ? merged
        : { ...merged, campos, capturado, desfase, descartado: descartado ?? last.descartado };
    return { ...NOTHING, change: [whole] };
  }
  const version = last.hecha?.version;
  const follows = version === undefined ? { version: undefined, tras: last.op } : { version };
  return { ...NOTHING, add: { ...one, valores, ...follows } };
}

function creating(lane: readonly Waiting[], one: NewOperation): LaneChange {
  const waiting = lane.find(({ hace, _id }) => hace === 'crear' && _id === one._id);
  if (!waiting) return { ...NOTHING, add: one };
  // Saved twice by the same form it is there; another form took the id for something else.
  const isSame = JSON.stringify(waiting.valores) === JSON.stringify(one.valores);
  return isSame ? NOTHING : { ...NOTHING, refused: { why: 'idTaken', campos: [], waiting } };
}

function removing(lane: readonly Waiting[], one: NewOperation): LaneChange {
  const about = isPerson(one) ? lane : lane.filter(({ _id }) => _id === one._id);
  const drop = about.filter(mayChange);
  const own = about.find(({ _id, hace }) => _id === one._id && hace === 'crear');
  if (own && drop.includes(own)) return { ...NOTHING, drop };
  const sent = about.filter((other) => !mayChange(other)).at(-1);
  return { add: sent && !sent.hecha ? { ...one, tras: sent.op } : one, change: [], drop };
}

/** One more write of a booklet, with what of it still waits: what was not sent yet is changed itself. */
export function addToLane(lane: readonly Waiting[], one: NewOperation): LaneChange {
  const changes = { crear: creating, reemplazar: replacing, eliminar: removing };
  return changes[one.hace](lane, one);
}

/** What of each person's booklet waits, by the person. */
export function lanesOf(all: readonly Waiting[]): ReadonlyMap<string, readonly Waiting[]> {
  const lanes = new Map<string, Waiting[]>();
  for (const one of all) {
    const lane = lanes.get(one.persona);
    if (lane) lane.push(one);
    else lanes.set(one.persona, [one]);
  }
  return lanes;
}

/** Whether nothing changed of what waits: each change of an operation makes another of it. */
export const sameLane = (one: readonly Waiting[] = [], other: readonly Waiting[] = []): boolean =>
  one.length === other.length && one.every((waiting, at) => waiting === other[at]);

/** What may be sent now, in order: in each booklet up to what somebody must look at. */
export function sendable(all: readonly Waiting[]): Waiting[] {
  const held = new Set<string>();
  return all.filter((one) => {
    if (needsSomebody(one)) held.add(one.persona);
    return !held.has(one.persona) && one.estado !== 'hecha';
  });
}

const NAMES = [
  'op',
  'persona',
  'hace',
  'tipo',
  '_id',
  'version',
  'tras',
  'sello',
  'campos',
  'valores',
  'descartado',
  'capturado',
  'desfase',
] as const satisfies readonly (keyof Operation)[];

/** As it travels: what the device alone knows of it stays. */
export const asSent = (one: Waiting): Operation =>
  Object.fromEntries(NAMES.flatMap((name) => (one[name] === undefined ? [] : [[name, one[name]]]))) as Operation;

/** How many wait for the server or for somebody. */
export function countWaiting(all: readonly Waiting[]): number {
  const { send, look } = countOf(all);
  return send + look;
}
