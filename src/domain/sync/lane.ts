import type { Operation } from '../calls/operation.ts';
import type { Outcome } from '../calls/sending.ts';
import { definitionOf } from './apply-operations.ts';
import { mergedEdit } from './merge-edit.ts';
import { countOf, needsSomebody, type WaitingState } from './waiting-count.ts';

export type Waiting = Operation & {
  readonly orden: number;
  readonly estado: WaitingState;
  /** Of a replacement or deletion: the flat record that the user saw; of an edit, as its form first loaded it. */
  readonly antes?: Readonly<Record<string, unknown>> | undefined;
  readonly respuesta?: Outcome | undefined;
  /** The server's answer to a done operation, and its time (milliseconds since 1970). */
  readonly hecha?: { readonly sello: string; readonly version?: number | undefined; readonly en: number } | undefined;
};

export type NewOperation = Omit<Waiting, 'orden' | 'estado' | 'respuesta' | 'hecha'>;

export interface LaneRefusal {
  /** `idTaken`: this id was created with other content; `clash`: both writes change the same fields, or are invalid together. */
  readonly why: 'idTaken' | 'clash';
  readonly campos: readonly string[];
  readonly waiting: Waiting;
}

export interface LaneChange {
  readonly add: NewOperation | null;
  readonly change: readonly Waiting[];
  readonly drop: readonly Waiting[];
  readonly refused?: LaneRefusal;
}

const mayChange = (one: Waiting) => one.estado === 'espera' || needsSomebody(one);

const isPerson = ({ tipo }: Operation) => !definitionOf(tipo).parent;

const NOTHING: LaneChange = { add: null, change: [], drop: [] };

function replacing(lane: readonly Waiting[], one: NewOperation): LaneChange {
  const last = lane.filter(({ _id, hace }) => _id === one._id && hace !== 'eliminar').at(-1);
  if (!last) return { ...NOTHING, add: one };
  // Another tab may have written that operation, and this form may not have shown it.
  const { valores, clash, fits } = mergedEdit(last, one);
  if (clash.length > 0 || !fits) return { ...NOTHING, refused: { why: 'clash', campos: clash, waiting: last } };
  if (mayChange(last)) {
    const { campos, capturado, desfase, descartado } = one;
    const estado = last.estado === 'conflicto' ? 'conflicto' : 'espera';
    const merged: Waiting = { ...last, valores, estado };
    // A new person keeps the time at which she was first recorded.
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
  // The same form saved twice; other content means that another form took the id.
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

/** Adds a write to the pending operations of its booklet: an unsent operation is changed itself. */
export function addToLane(lane: readonly Waiting[], one: NewOperation): LaneChange {
  const changes = { crear: creating, reemplazar: replacing, eliminar: removing };
  return changes[one.hace](lane, one);
}

export function lanesOf(all: readonly Waiting[]): ReadonlyMap<string, readonly Waiting[]> {
  const lanes = new Map<string, Waiting[]>();
  for (const one of all) {
    const lane = lanes.get(one.persona);
    if (lane) lane.push(one);
    else lanes.set(one.persona, [one]);
  }
  return lanes;
}

/** Compares by identity: a changed operation is always a new object. */
export const sameLane = (one: readonly Waiting[] = [], other: readonly Waiting[] = []): boolean =>
  one.length === other.length && one.every((waiting, at) => waiting === other[at]);

/** The operations that may be sent now, in order: in each booklet, those before the first that needs a decision. */
export function sendable(all: readonly Waiting[]): Waiting[] {
  const held = new Set<string>();
  return all.filter((one) => {
    if (needsSomebody(one)) held.add(one.persona);
    return !held.has(one.persona) && one.estado !== 'hecha';
  });
}

const OPERATION_FIELDS = [
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

export const asSent = (one: Waiting): Operation =>
  Object.fromEntries(
    OPERATION_FIELDS.flatMap((name) => (one[name] === undefined ? [] : [[name, one[name]]])),
  ) as Operation;

export function countWaiting(all: readonly Waiting[]): number {
  const { send, look } = countOf(all);
  return send + look;
}
