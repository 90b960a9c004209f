import type { Operation } from '../calls/operation.ts';
import type { Outcome } from '../calls/sending.ts';
import { recordDefinitionOf } from './apply-operations.ts';
import { mergeEdit } from './merge-edit.ts';
import { needsDecision, type OperationState } from './pending-count.ts';

export type PendingOperation = Operation & {
  readonly orden: number;
  readonly estado: OperationState;
  /** Of a replacement or deletion: the flat record that the user saw; of an edit, as its form first loaded it. */
  readonly antes?: Readonly<Record<string, unknown>> | undefined;
  /** The person's name when it was written: the booklet may leave the device before the operation. */
  readonly quien?: string | undefined;
  readonly respuesta?: Outcome | undefined;
  /** The server's answer to a done operation, and its time (milliseconds since 1970). */
  readonly hecha?:
    | {
        readonly sello: string;
        readonly version?: number | undefined;
        readonly en: number;
        /** It was sent at once and answered, so it never waited: it is kept only until the booklet with it is pulled. */
        readonly enseguida?: true;
      }
    | undefined;
};

/** Whether it creates the person whose booklet it is about. */
export const isNewPerson = ({ hace, persona, _id }: Operation): boolean => hace === 'crear' && _id === persona;

/** Whether it was applied without waiting on the device. */
export const isAppliedAtOnce = ({ hecha }: PendingOperation): boolean => hecha?.enseguida === true;

export type NewOperation = Omit<PendingOperation, 'orden' | 'estado' | 'quien' | 'respuesta' | 'hecha'>;

export interface LaneRefusal {
  /** `idTaken`: this id was created with other content; `clash`: both writes change the same fields, or are invalid together. */
  readonly why: 'idTaken' | 'clash';
  readonly campos: readonly string[];
  readonly waiting: PendingOperation;
}

export interface LaneChange {
  readonly add: NewOperation | null;
  readonly change: readonly PendingOperation[];
  readonly drop: readonly PendingOperation[];
  readonly refused?: LaneRefusal;
}

/** Whether an answer says that supervision decides if this new person is registered already. */
export const isIdentityRequest = (respuesta: Outcome | undefined): boolean =>
  respuesta?.estado === 'retenida' && respuesta.motivo === 'mismaPersona';

/** Whether supervision decides if this new person is registered already. Until then the server has the operation as it was sent. */
export const awaitsIdentityDecision = ({ estado, respuesta }: PendingOperation): boolean =>
  estado === 'rechazada' && isIdentityRequest(respuesta);

/** Whether the server keeps an answer under this id that no correction changes, so that a correction needs another id. */
export const isSpent = ({ respuesta }: PendingOperation): boolean =>
  respuesta?.motivo !== undefined || respuesta?.code === 'idTaken';

const mayChange = (one: PendingOperation) =>
  one.estado === 'espera' || (needsDecision(one) && !awaitsIdentityDecision(one));

const isPerson = ({ tipo }: Operation) => !recordDefinitionOf(tipo).parent;

const NOTHING: LaneChange = { add: null, change: [], drop: [] };

/** An operation of a lane after the id of one of them was changed. */
export function withOtherId(one: PendingOperation, from: string, to: string): PendingOperation {
  if (one.op === from) return { ...one, op: to, respuesta: undefined };
  return one.tras === from ? { ...one, tras: to } : one;
}

function replacing(lane: readonly PendingOperation[], one: NewOperation): LaneChange {
  const own = lane.filter(({ _id, hace }) => _id === one._id && hace !== 'eliminar');
  const last = own.at(-1);
  if (!last) return { ...NOTHING, add: one };
  // Another tab may have written that operation, and this form may not have shown it.
  const { valores, clash, fits } = mergeEdit(last, one);
  if (clash.length > 0 || !fits) return { ...NOTHING, refused: { why: 'clash', campos: clash, waiting: last } };
  if (mayChange(last)) {
    const { campos, capturado, desfase, descartado } = one;
    // An earlier one may have been refused after the last one was written: it is corrected too.
    const open = own.filter(mayChange);
    const spent = open.find(isSpent);
    const change = open.map((each): PendingOperation => {
      const estado = each.estado === 'conflicto' ? 'conflicto' : 'espera';
      const merged = { ...(spent ? withOtherId(each, spent.op, one.op) : each), valores, estado } as const;
      // A new person keeps the time at which she was first recorded.
      if (each.hace === 'crear') return merged;
      return { ...merged, campos, capturado, desfase, descartado: descartado ?? each.descartado };
    });
    return { ...NOTHING, change };
  }
  const version = last.hecha?.version;
  const follows = version === undefined ? { version: undefined, tras: last.op } : { version };
  return { ...NOTHING, add: { ...one, valores, ...follows } };
}

function creating(lane: readonly PendingOperation[], one: NewOperation): LaneChange {
  const waiting = lane.find(({ hace, _id }) => hace === 'crear' && _id === one._id);
  if (!waiting) return { ...NOTHING, add: one };
  // The same form saved twice; other content means that another form took the id.
  const isSame = JSON.stringify(waiting.valores) === JSON.stringify(one.valores);
  return isSame ? NOTHING : { ...NOTHING, refused: { why: 'idTaken', campos: [], waiting } };
}

function removing(lane: readonly PendingOperation[], one: NewOperation): LaneChange {
  const about = isPerson(one) ? lane : lane.filter(({ _id }) => _id === one._id);
  const drop = about.filter(mayChange);
  const own = about.find(({ _id, hace }) => _id === one._id && hace === 'crear');
  if (own && drop.includes(own)) return { ...NOTHING, drop };
  const sent = about.filter((other) => !mayChange(other)).at(-1);
  return { add: sent && !sent.hecha ? { ...one, tras: sent.op } : one, change: [], drop };
}

/** Adds a write to the pending operations of its booklet: an unsent operation is changed itself. */
export function addToLane(lane: readonly PendingOperation[], one: NewOperation): LaneChange {
  const changes = { crear: creating, reemplazar: replacing, eliminar: removing };
  return changes[one.hace](lane, one);
}

export function lanesOf(all: readonly PendingOperation[]): ReadonlyMap<string, readonly PendingOperation[]> {
  const lanes = new Map<string, PendingOperation[]>();
  for (const one of all) {
    const lane = lanes.get(one.persona);
    if (lane) lane.push(one);
    else lanes.set(one.persona, [one]);
  }
  return lanes;
}

/** Compares by identity: a changed operation is always a new object. */
export const isSameLane = (one: readonly PendingOperation[] = [], other: readonly PendingOperation[] = []): boolean =>
  one.length === other.length && one.every((waiting, at) => waiting === other[at]);

/** The operations that may be sent now, in order: in each booklet, those before the first that needs a decision. */
export function sendable(all: readonly PendingOperation[]): PendingOperation[] {
  const held = new Set<string>();
  return all.filter((one) => {
    if (needsDecision(one)) held.add(one.persona);
    return !held.has(one.persona) && one.estado !== 'hecha';
  });
}

/** Every field of an operation; a new one that is missing here does not compile. */
const OPERATION_FIELDS = {
  op: true,
  persona: true,
  hace: true,
  tipo: true,
  _id: true,
  version: true,
  tras: true,
  sello: true,
  campos: true,
  valores: true,
  descartado: true,
  segundos: true,
  capturado: true,
  desfase: true,
} as const satisfies Record<keyof Operation, true>;

export const withoutLocalFields = (one: PendingOperation): Operation =>
  Object.fromEntries(
    Object.keys(OPERATION_FIELDS).flatMap((name) => {
      const value = one[name as keyof Operation];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Operation;
