import { MOST_OPERATION_BYTES, MOST_OPERATIONS } from '../calls/operation.ts';
import type { Outcome } from '../calls/sending.ts';
import type { ErrorCode } from '../errors.ts';
import { asSent, sendable, type Waiting } from '../sync/lane.ts';
import type { Failure } from './failure.ts';

/** What is shown of the sending: `done` of `total`, or why nothing is sent. */
export type Sending =
  | { readonly is: 'idle' | 'later' }
  | { readonly is: 'sending'; readonly done: number; readonly total: number }
  /** The session has ended, and the person did not give the password. */
  | { readonly is: 'password' }
  /** The account may no longer send. */
  | { readonly is: 'role' }
  /** The server no longer understands this application. */
  | { readonly is: 'old' }
  /** The server does not understand this application yet: it is the older of both. */
  | { readonly is: 'ahead' };

/** What the courier remembers between two calls. It may be lost at any moment: the operations themselves say what is to be sent. */
export interface Box {
  /** The most operations of the next batch. */
  readonly size: number;
  /** Failed calls in a row. */
  readonly failures: number;
  /** The person was asked for the password once, and did not give it. */
  readonly quiet: boolean;
  /** The operations that are being sent, by `op`; empty between two batches. */
  readonly batch: readonly string[];
  /** Operations answered since the sending began, and how many there were to send. */
  readonly done: number;
  readonly total: number;
  readonly shows: Sending;
}

export type CourierEvent =
  /** Something may wait, or may be sent again. */
  | { readonly is: 'due'; readonly waiting: readonly Waiting[]; readonly reachable: boolean }
  /** A person asked for it. */
  | { readonly is: 'wanted' }
  /** What was to be frozen is on the disk, as `waiting` has it. */
  | { readonly is: 'frozen'; readonly waiting: readonly Waiting[] }
  | {
      readonly is: 'answered';
      readonly batch: readonly Waiting[];
      readonly outcomes: readonly Outcome[];
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly luck: number;
    }
  | {
      readonly is: 'failed';
      /** Null for an error of the device itself. */
      readonly failure: Failure | null;
      /** What the server said, if it answered. */
      readonly refusal: { readonly code: ErrorCode; readonly message: string } | null;
      /** What the server asks for (`Retry-After`); NaN or 0 where it asks for nothing. */
      readonly retryAfterMs: number;
      readonly at: number;
      /** From 0 to 1, at random: it spreads the pauses of many devices. */
      readonly luck: number;
    };

/** What is to be done about operations on the device, each as it is by then. */
export interface Changes {
  readonly changed: ReadonlyMap<string, (one: Waiting) => Waiting>;
  /** These no longer wait: supervision has them. */
  readonly ended: ReadonlyMap<string, 'retenida'>;
}

export type Next =
  /** Once the changes are on the disk, `frozen` follows. */
  | { readonly is: 'freeze' }
  /** @property behind whether the person is not asked for the password */
  | { readonly is: 'send'; readonly batch: readonly Waiting[]; readonly behind: boolean }
  /** `due` follows at once. Where a batch was answered, what the server has now comes down soon. */
  | { readonly is: 'goOn'; readonly answered: boolean }
  /** `due` follows after so long; null: not by itself. */
  | { readonly is: 'rest'; readonly againMs: number | null };

export interface Step {
  readonly box: Box;
  readonly changes: Changes;
  readonly next: Next;
}

const FIRST_BATCH = 10;
const LEAST_BATCH = 5;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const SPREAD = 0.3;
const TRIES_ALONE = 3;
/** What stands in a batch beside its operations. */
const BESIDE_BYTES = 1_000;

const IDLE: Sending = { is: 'idle' };
const NO_CHANGES: Changes = { changed: new Map(), ended: new Map() };

export const NEW_BOX: Box = {
  ...{ size: FIRST_BATCH, failures: 0, quiet: false },
  ...{ batch: [], done: 0, total: 0, shows: IDLE },
};

const encoder = new TextEncoder();

/** As many of these as go into one call, and at least one. */
export function batchOf(all: readonly Waiting[], most: number): Waiting[] {
  const batch: Waiting[] = [];
  let bytes = BESIDE_BYTES;
  for (const one of all) {
    bytes += encoder.encode(JSON.stringify(asSent(one))).length + 1;
    if (batch.length >= most || (batch.length > 0 && bytes > MOST_OPERATION_BYTES)) break;
    batch.push(one);
  }
  return batch;
}

/** An operation that is on its way stays as it is. */
export const freeze = (batch: readonly Waiting[]): Changes => ({
  ...NO_CHANGES,
  changed: new Map(batch.map(({ op }) => [op, (one: Waiting): Waiting => ({ ...one, estado: 'enviando' })])),
});

/** Those of these operations that lie frozen on the disk, as they lie there. */
export function frozenOf(waiting: readonly Waiting[], ops: readonly string[]): Waiting[] {
  const wanted = new Set(ops);
  return waiting.filter(({ op, estado }) => wanted.has(op) && estado === 'enviando');
}

/** Supervision is to say whether it is the same person; until then what follows in the booklet waits here. */
const isAsked = ({ estado, motivo }: Outcome) => estado === 'retenida' && motivo === 'mismaPersona';

/** An operation that stays on the device, after what the server said of it. */
function after(one: Waiting, respuesta: Outcome | undefined, at: number): Waiting {
  if (!respuesta || respuesta.estado === 'enespera') return { ...one, estado: 'espera' };
  if (isAsked(respuesta)) return { ...one, estado: 'rechazada', respuesta };
  if (respuesta.estado === 'rechazada')
    return { ...one, estado: respuesta.code === 'outdated' ? 'conflicto' : 'rechazada', respuesta };
  if (respuesta.estado === 'retenida') return { ...one, respuesta };
  const hecha = { sello: respuesta.sello ?? '0', version: respuesta.version, en: at };
  return { ...one, estado: 'hecha', hecha };
}

/** What an answer changes on the device. */
export function taken(batch: readonly Waiting[], outcomes: readonly Outcome[], at: number): Changes {
  const said = new Map(outcomes.map((one) => [one.op, one]));
  const isOver = (outcome: Outcome | undefined) => outcome?.estado === 'retenida' && !isAsked(outcome);
  return {
    changed: new Map(batch.map(({ op }) => [op, (one: Waiting) => after(one, said.get(op), at)])),
    ended: new Map(batch.flatMap(({ op }) => (isOver(said.get(op)) ? [[op, 'retenida' as const]] : []))),
  };
}

const spread = (ms: number, luck: number) => ms * (1 - SPREAD + 2 * SPREAD * luck);

/** What is shown after a failure, and when it is tried again. */
function afterFailure(failure: Failure | null, pauseMs: number): { shows: Sending; againMs: number | null } {
  switch (failure) {
    case 'session':
      return { shows: { is: 'password' }, againMs: null };
    case 'role':
      return { shows: { is: 'role' }, againMs: null };
    case 'ahead':
      return { shows: { is: 'ahead' }, againMs: LONGEST_PAUSE_MS };
    // A batch that the server does not understand now it will not understand a moment later.
    case 'behind':
    case 'refused':
      return { shows: { is: 'old' }, againMs: LONGEST_PAUSE_MS };
    default:
      return { shows: { is: 'later' }, againMs: pauseMs };
  }
}

type Failed = Extract<CourierEvent, { is: 'failed' }>;

/** The outcome of an operation that the server can do nothing with, although it was sent alone; null where that is not said. */
function hopeless({ batch: [op, ...others], failures }: Box, { failure, refusal }: Failed): Outcome | null {
  if (op === undefined || others.length > 0 || !refusal) return null;
  const isHopeless = failure === 'tooLarge' || (failure === 'fault' && failures >= TRIES_ALONE);
  return isHopeless ? { op, estado: 'rechazada', ...refusal } : null;
}

function answered(box: Box, changes: Changes): Step {
  const next: Box = {
    ...{ ...box, batch: [], failures: 0, done: box.done + box.batch.length },
    size: Math.min(MOST_OPERATIONS, box.size * 2),
  };
  return { box: next, changes, next: { is: 'goOn', answered: true } };
}

function failed(box: Box, event: Omit<Failed, 'is' | 'at'>, changes: Changes = NO_CHANGES): Step {
  const { failure, retryAfterMs, luck } = event;
  const failures = box.failures + 1;
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  const { shows, againMs } = afterFailure(failure, spread(retryAfterMs > 0 ? retryAfterMs : doubled, luck));
  const least = failure === 'tooLarge' || failure === 'fault' ? 1 : LEAST_BATCH;
  const next: Box = {
    ...{ failures, shows, batch: [], done: 0, total: 0 },
    ...{ size: Math.max(least, Math.floor(box.size / 2)), quiet: box.quiet || failure === 'session' },
  };
  return { box: next, changes, next: { is: 'rest', againMs } };
}

function due(box: Box, waiting: readonly Waiting[], reachable: boolean): Step {
  const ready = sendable(waiting);
  if (ready.length === 0 || !reachable) {
    const isOver = ready.length === 0 || box.shows.is === 'sending';
    const next = { ...box, batch: [], done: 0, total: 0, shows: isOver ? IDLE : box.shows };
    return { box: next, changes: NO_CHANGES, next: { is: 'rest', againMs: null } };
  }
  const batch = batchOf(ready, box.size);
  const total = Math.max(box.done === 0 ? ready.length : box.total, box.done + batch.length);
  const next: Box = {
    ...{ ...box, batch: batch.map(({ op }) => op), total },
    shows: { is: 'sending', done: box.done, total },
  };
  return { box: next, changes: freeze(batch), next: { is: 'freeze' } };
}

/** Another page may have changed an operation before it was frozen: what is sent is what lies on the disk. */
function frozen(box: Box, waiting: readonly Waiting[]): Step {
  const batch = batchOf(frozenOf(waiting, box.batch), box.size);
  if (batch.length === 0)
    return { box: { ...box, batch: [] }, changes: NO_CHANGES, next: { is: 'goOn', answered: false } };
  const next = { ...box, batch: batch.map(({ op }) => op) };
  return { box: next, changes: NO_CHANGES, next: { is: 'send', batch, behind: box.quiet } };
}

/**
 * Decides what is sent, when, and what follows from the answer; SPEC.md has its rules. Pure: an engine keeps the box, does what `next`
 * says once the changes are on the disk, and comes back with the event.
 */
export function courier(box: Box, event: CourierEvent): Step {
  switch (event.is) {
    case 'due':
      return due(box, event.waiting, event.reachable);
    case 'wanted':
      return {
        ...{ box: { ...box, failures: 0, quiet: false }, changes: NO_CHANGES },
        next: { is: 'goOn', answered: false },
      };
    case 'frozen':
      return frozen(box, event.waiting);
    case 'answered': {
      const { batch, outcomes, at, luck } = event;
      const changes = taken(batch, outcomes, at);
      // An answer that does nothing would be asked for again and again.
      if (outcomes.every(({ estado }) => estado === 'enespera'))
        return failed(box, { failure: 'silence', refusal: null, retryAfterMs: 0, luck }, changes);
      return answered(box, changes);
    }
    case 'failed': {
      const outcome = hopeless(box, event);
      if (!outcome) return failed(box, event);
      const changed = new Map([[outcome.op, (one: Waiting) => after(one, outcome, event.at)]]);
      return answered(box, { ...NO_CHANGES, changed });
    }
  }
}
