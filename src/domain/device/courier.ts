import { MAX_OPERATION_BYTES, MAX_OPERATIONS } from '../calls/operation.ts';
import type { Outcome } from '../calls/sending.ts';
import type { ErrorCode } from '../errors.ts';
import {
  awaitsIdentityDecision,
  isIdentityRequest,
  type PendingOperation,
  sendable,
  withoutLocalFields,
} from '../sync/lane.ts';
import { type Failure, spread } from './failure.ts';

export type SendProgress =
  | { readonly is: 'idle' | 'later' }
  | { readonly is: 'sending'; readonly done: number; readonly total: number }
  | { readonly is: 'password' }
  | { readonly is: 'role' }
  | { readonly is: 'old' }
  | { readonly is: 'ahead' };

/** What the courier remembers between two calls. It may be lost at any moment: the stored operations decide what is sent. */
export interface CourierState {
  readonly size: number;
  readonly failures: number;
  /** The password prompt was shown once and dismissed, so the courier does not open it again. */
  readonly promptDismissed: boolean;
  readonly batch: readonly string[];
  /** Operations about which supervision decides and that this sending has sent again already (C15). */
  readonly undecided: readonly string[];
  readonly done: number;
  readonly total: number;
  readonly progress: SendProgress;
}

export type CourierEvent =
  | { readonly is: 'due'; readonly waiting: readonly PendingOperation[]; readonly reachable: boolean }
  | { readonly is: 'wanted' }
  | { readonly is: 'frozen'; readonly waiting: readonly PendingOperation[] }
  | {
      readonly is: 'answered';
      readonly batch: readonly PendingOperation[];
      readonly outcomes: readonly Outcome[];
      readonly at: number;
      readonly luck: number;
    }
  | {
      readonly is: 'failed';
      /** Null for an error on the device itself. */
      readonly failure: Failure | null;
      readonly refusal: { readonly code: ErrorCode; readonly message: string } | null;
      /** The server's `Retry-After`; NaN or 0 without one. */
      readonly retryAfterMs: number;
      readonly at: number;
      /** From 0 to 1, random: it spreads the retries of many devices. */
      readonly luck: number;
    };

export interface OutboxChanges {
  readonly changed: ReadonlyMap<string, (one: PendingOperation) => PendingOperation>;
  readonly ended: ReadonlyMap<string, 'retenida'>;
}

export type CourierAction =
  /** After the changes are on the disk, the engine sends `frozen`. */
  | { readonly is: 'freeze' }
  /** @property behind whether the call is in the background: it opens no password prompt */
  | { readonly is: 'send'; readonly batch: readonly PendingOperation[]; readonly behind: boolean }
  | { readonly is: 'goOn'; readonly answered: boolean }
  | { readonly is: 'rest'; readonly againMs: number | null };

export interface CourierStep {
  readonly box: CourierState;
  readonly changes: OutboxChanges;
  readonly next: CourierAction;
}

const FIRST_BATCH = 10;
const MIN_BATCH = 5;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 5 * 60_000;
const TRIES_ALONE = 3;
const ENVELOPE_BYTES = 1_000;

const IDLE: SendProgress = { is: 'idle' };
const NO_CHANGES: OutboxChanges = { changed: new Map(), ended: new Map() };

export const INITIAL_COURIER_STATE: CourierState = {
  ...{ size: FIRST_BATCH, failures: 0, promptDismissed: false },
  ...{ batch: [], undecided: [], done: 0, total: 0, progress: IDLE },
};

const encoder = new TextEncoder();

/** The longest prefix of these operations that fits in one call, with at least one operation. */
export function takeBatch(all: readonly PendingOperation[], most: number): PendingOperation[] {
  const batch: PendingOperation[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const one of all) {
    bytes += encoder.encode(JSON.stringify(withoutLocalFields(one))).length + 1;
    if (batch.length >= most || (batch.length > 0 && bytes > MAX_OPERATION_BYTES)) break;
    batch.push(one);
  }
  return batch;
}

/** What supervision has is frozen already, and another page may have sent it. */
const freeze = (one: PendingOperation): PendingOperation =>
  awaitsIdentityDecision(one) || one.hecha ? one : { ...one, estado: 'enviando' };

export const freezeChanges = (batch: readonly PendingOperation[]): OutboxChanges => ({
  ...NO_CHANGES,
  changed: new Map(batch.map(({ op }) => [op, freeze])),
});

export function frozenOperations(waiting: readonly PendingOperation[], ops: readonly string[]): PendingOperation[] {
  const wanted = new Set(ops);
  return waiting.filter((one) => wanted.has(one.op) && (one.estado === 'enviando' || awaitsIdentityDecision(one)));
}

function withOutcome(one: PendingOperation, respuesta: Outcome | undefined, at: number): PendingOperation {
  const isOpen = !respuesta || respuesta.estado === 'enespera';
  if (awaitsIdentityDecision(one) && (isOpen || isIdentityRequest(respuesta))) return one;
  if (isOpen) return { ...one, estado: 'espera' };
  // Until the decision the later operations of the booklet wait here (C6).
  if (isIdentityRequest(respuesta)) return { ...one, estado: 'rechazada', respuesta };
  if (respuesta.estado === 'rechazada')
    return { ...one, estado: respuesta.code === 'outdated' ? 'conflicto' : 'rechazada', respuesta };
  if (respuesta.estado === 'retenida') return { ...one, respuesta };
  const hecha = { sello: respuesta.sello ?? '0', version: respuesta.version, en: at };
  return { ...one, estado: 'hecha', respuesta: undefined, hecha };
}

export function changesAfterAnswer(
  batch: readonly PendingOperation[],
  outcomes: readonly Outcome[],
  at: number,
): OutboxChanges {
  const outcomeByOp = new Map(outcomes.map((one) => [one.op, one]));
  const isOver = (outcome: Outcome | undefined) => outcome?.estado === 'retenida' && !isIdentityRequest(outcome);
  return {
    changed: new Map(batch.map(({ op }) => [op, (one: PendingOperation) => withOutcome(one, outcomeByOp.get(op), at)])),
    ended: new Map(batch.flatMap(({ op }) => (isOver(outcomeByOp.get(op)) ? [[op, 'retenida' as const]] : []))),
  };
}

function afterFailure(failure: Failure | null, pauseMs: number): { progress: SendProgress; againMs: number | null } {
  switch (failure) {
    case 'session':
      return { progress: { is: 'password' }, againMs: null };
    case 'role':
      return { progress: { is: 'role' }, againMs: null };
    case 'ahead':
      return { progress: { is: 'ahead' }, againMs: MAX_PAUSE_MS };
    // The server will not understand the same batch a moment later, so the pause is the longest one.
    case 'behind':
    case 'refused':
      return { progress: { is: 'old' }, againMs: MAX_PAUSE_MS };
    default:
      return { progress: { is: 'later' }, againMs: pauseMs };
  }
}

type Failed = Extract<CourierEvent, { is: 'failed' }>;

/** The refusal of an operation that failed although it was sent alone (C11); null while a retry may help. */
function refusalOfSingle(
  { batch: [op, ...others], undecided, failures }: CourierState,
  { failure, refusal }: Failed,
): Outcome | null {
  if (op === undefined || others.length > 0 || !refusal || undecided.includes(op)) return null;
  const isFinal = failure === 'tooLarge' || (failure === 'fault' && failures >= TRIES_ALONE);
  return isFinal ? { op, estado: 'rechazada', ...refusal } : null;
}

const withoutUndecided = ({ batch, undecided }: CourierState) => batch.filter((op) => !undecided.includes(op));

function answered(box: CourierState, changes: OutboxChanges): CourierStep {
  const next: CourierState = {
    ...{ ...box, batch: [], failures: 0, done: box.done + withoutUndecided(box).length },
    size: Math.min(MAX_OPERATIONS, box.size * 2),
  };
  return { box: next, changes, next: { is: 'goOn', answered: true } };
}

function failed(box: CourierState, event: Omit<Failed, 'is' | 'at'>, changes: OutboxChanges = NO_CHANGES): CourierStep {
  const { failure, retryAfterMs, luck } = event;
  const failures = box.failures + 1;
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
  const { progress, againMs } = afterFailure(failure, spread(retryAfterMs > 0 ? retryAfterMs : doubled, luck));
  const least = failure === 'tooLarge' || failure === 'fault' ? 1 : MIN_BATCH;
  const next: CourierState = {
    ...{ failures, progress, batch: [], undecided: [], done: 0, total: 0 },
    ...{
      size: Math.max(least, Math.floor(box.size / 2)),
      promptDismissed: box.promptDismissed || failure === 'session',
    },
  };
  return { box: next, changes, next: { is: 'rest', againMs } };
}

function due(box: CourierState, waiting: readonly PendingOperation[], reachable: boolean): CourierStep {
  const unsent = sendable(waiting);
  // What supervision decides comes last: it delays nothing that can be sent.
  const ready = [...unsent, ...waiting.filter((one) => awaitsIdentityDecision(one) && !box.undecided.includes(one.op))];
  if (ready.length === 0 || !reachable) {
    const isOver = ready.length === 0 || box.progress.is === 'sending';
    const next = { ...box, batch: [], undecided: [], done: 0, total: 0, progress: isOver ? IDLE : box.progress };
    return { box: next, changes: NO_CHANGES, next: { is: 'rest', againMs: null } };
  }
  const batch = takeBatch(ready, box.size);
  const total = Math.max(box.done === 0 ? unsent.length : box.total, box.done + Math.min(batch.length, unsent.length));
  const next: CourierState = {
    ...{ ...box, batch: batch.map(({ op }) => op), total },
    progress: unsent.length > 0 ? { is: 'sending', done: box.done, total } : IDLE,
  };
  return { box: next, changes: freezeChanges(batch), next: { is: 'freeze' } };
}

/** Sends the operations as they are on the disk: another page may have changed one before it was frozen (C5). */
function frozen(box: CourierState, waiting: readonly PendingOperation[]): CourierStep {
  const batch = takeBatch(frozenOperations(waiting, box.batch), box.size);
  if (batch.length === 0)
    return { box: { ...box, batch: [] }, changes: NO_CHANGES, next: { is: 'goOn', answered: false } };
  const undecided = [...box.undecided, ...batch.filter(awaitsIdentityDecision).map(({ op }) => op)];
  const next = { ...box, batch: batch.map(({ op }) => op), undecided };
  return { box: next, changes: NO_CHANGES, next: { is: 'send', batch, behind: box.promptDismissed } };
}

/** The courier's state machine (SPEC.md). Pure: an engine keeps the state, stores the changes, does `next`, and reports the event. */
export function stepCourier(box: CourierState, event: CourierEvent): CourierStep {
  switch (event.is) {
    case 'due':
      return due(box, event.waiting, event.reachable);
    case 'wanted':
      return {
        ...{ box: { ...box, failures: 0, promptDismissed: false }, changes: NO_CHANGES },
        next: { is: 'goOn', answered: false },
      };
    case 'frozen':
      return frozen(box, event.waiting);
    case 'answered': {
      const { batch, outcomes, at, luck } = event;
      const changes = changesAfterAnswer(batch, outcomes, at);
      // An answer in which nothing was done counts as a failure (C7): otherwise the same batch would be sent in a loop.
      if (outcomes.every(({ estado }) => estado === 'enespera'))
        return failed(box, { failure: 'silence', refusal: null, retryAfterMs: 0, luck }, changes);
      const retained = outcomes.filter(isIdentityRequest).map(({ op }) => op);
      return answered({ ...box, undecided: [...new Set([...box.undecided, ...retained])] }, changes);
    }
    case 'failed': {
      const outcome = refusalOfSingle(box, event);
      if (!outcome) return failed(box, event);
      const changed = new Map([[outcome.op, (one: PendingOperation) => withOutcome(one, outcome, event.at)]]);
      return answered(box, { ...NO_CHANGES, changed });
    }
  }
}
