import type { AskOf } from '#domain/calls/define-call.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { handInOperations, Outcome, sendOperations } from '#domain/calls/sending.ts';
import { now } from '#domain/clock.ts';
import { ERRORS } from '#domain/errors.ts';
import { asSent, sendable, type Waiting } from '#domain/sync/lane.ts';
import { MOST_OPERATION_BYTES, MOST_OPERATIONS, PROTOCOL } from '#domain/sync/operation.ts';
import { ApiError, NetworkError } from '#web/lib/api-errors.ts';
import { callRoute } from '#web/lib/call-route.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import { knownDevice } from './device-entry.ts';
import type { Outbox } from './outbox.ts';
import type { Ended } from './outbox-store.ts';
import { VaultGone } from './stores.ts';
import { lastSent, type Sending, sendingState } from './waiting-work.ts';

/** Why something is handed in because its author wants it. */
type Wanted = AskOf<typeof handInOperations>['body']['motivo'];

const FIRST_BATCH = 10;
/** A batch over the worst line that still is one. */
const ANSWER_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Tablets that come home together do not come back together. */
const SPREAD = 0.3;
/** After so many failures of the server's, what fails alone is set aside. */
const TRIES_ALONE = 3;
/** What stands in a batch beside its operations. */
const BESIDE_BYTES = 1_000;

/** A line that loses every other answer would take an evening for operations one by one. */
const LEAST_BATCH = 5;
/** What one of a batch may be to blame for is found by sending fewer. */
const leastAfter = (error: unknown) =>
  error instanceof ApiError &&
  [ERRORS.tooLarge.status, ERRORS.internal.status].some((status) => status === error.status)
    ? 1
    : LEAST_BATCH;

const encoder = new TextEncoder();

/** As many of these as go into one call. */
function batchOf(all: readonly Waiting[], most: number): Waiting[] {
  const batch: Waiting[] = [];
  let bytes = BESIDE_BYTES;
  for (const one of all) {
    bytes += encoder.encode(JSON.stringify(asSent(one))).length + 1;
    if (batch.length >= most || (batch.length > 0 && bytes > MOST_OPERATION_BYTES)) break;
    batch.push(one);
  }
  return batch;
}

const frozen = (one: Waiting): Waiting => ({ ...one, estado: 'enviando' });
const free = (one: Waiting): Waiting => ({ ...one, estado: 'espera' });

/** Supervision is to say whether it is the same person; until then what follows in the booklet waits here. */
const isAsked = ({ estado, motivo }: Outcome) => estado === 'retenida' && motivo === 'mismaPersona';

/** As what the server said leaves an operation that stays on the device. */
function after(one: Waiting, respuesta: Outcome): Waiting {
  if (respuesta.estado === 'enespera') return free(one);
  if (isAsked(respuesta)) return { ...one, estado: 'rechazada', respuesta };
  if (respuesta.estado === 'rechazada')
    return { ...one, estado: respuesta.code === 'outdated' ? 'conflicto' : 'rechazada', respuesta };
  const hecha = { sello: respuesta.sello ?? '0', version: respuesta.version, en: now().getTime() };
  return { ...one, estado: 'hecha', hecha };
}

const spread = (ms: number) => ms * (1 - SPREAD + 2 * SPREAD * Math.random());

/** What a failed call asks for. */
interface Failed {
  readonly state: Sending;
  /** Tried again by itself after so long; null: not by itself. */
  readonly againMs: number | null;
}

function failed(error: unknown, failures: number): Failed {
  const pause = spread(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS));
  if (error instanceof ApiError) {
    if (error.status === ERRORS.unauthenticated.status) return { state: { is: 'password' }, againMs: null };
    if (error.status === ERRORS.forbidden.status) return { state: { is: 'role' }, againMs: null };
    if (error.code === 'protocol') return { state: { is: 'ahead' }, againMs: LONGEST_PAUSE_MS };
    // What the server does not understand of a whole batch it will not understand a moment later.
    if (error.status < 500 && error.status !== ERRORS.tooManyTries.status && error.status !== ERRORS.tooLarge.status)
      return { state: { is: 'old' }, againMs: LONGEST_PAUSE_MS };
    if (error.retryAfter > 0) return { state: { is: 'later' }, againMs: spread(error.retryAfter * 1000) };
  }
  return { state: { is: 'later' }, againMs: pause };
}

export type Sender = ReturnType<typeof createSender>;

/**
 * Sends what waits, one page at a time, until nothing does; what fails is tried again by itself.
 * @param vault whose work it is
 * @param sent told after a batch: what the server has now comes down soon
 */
export function createSender(
  vault: { readonly id: string; readonly usuario: string },
  outbox: Outbox,
  sent: () => void,
) {
  const lock = `libreta.envio.${vault.id}`;
  let size = FIRST_BATCH;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  /** Asked for once, and not given. */
  let refused = false;

  async function ask(batch: readonly Waiting[], motivo?: Wanted): Promise<readonly Outcome[]> {
    const device = await knownDevice();
    if (!device) throw new VaultGone();
    const sent: AskOf<typeof sendOperations>['body'] = {
      protocolo: PROTOCOL,
      equipo: device.id,
      operaciones: batch.map(asSent),
    };
    const how = { timeoutMs: ANSWER_WITHIN_MS, behind: !motivo && refused };
    const { resultados } = motivo
      ? await callRoute<typeof handInOperations>(ROUTES.handInOperations, { body: { ...sent, motivo } }, how)
      : await callRoute<typeof sendOperations>(ROUTES.sendOperations, { body: sent }, how);
    if (!Array.isArray(resultados)) throw new NetworkError();
    return resultados;
  }

  async function take(batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
    const said = new Map(outcomes.map((one) => [one.op, one]));
    const ended = new Map<string, Ended['como']>();
    const changed = new Map<string, (one: Waiting) => Waiting>();
    for (const { op } of batch) {
      const outcome = said.get(op);
      const isOver = outcome?.estado === 'retenida' && !isAsked(outcome);
      if (isOver) ended.set(op, 'retenida');
      changed.set(op, (one) => {
        if (!outcome) return free(one);
        return isOver ? { ...one, respuesta: outcome } : after(one, outcome);
      });
    }
    await outbox.end(ended, changed);
    if (outcomes.some(({ estado }) => estado === 'hecha')) lastSent.set(now().getTime());
  }

  /** Tells whether anything came of a batch: what only waits is not asked for again and again. */
  const isStuck = (outcomes: readonly Outcome[]) => outcomes.every(({ estado }) => estado === 'enespera');

  /** What the server can make nothing of, alone as well, stands in nobody's way. */
  function hopeless(error: unknown, { op }: Waiting): Outcome | null {
    if (!(error instanceof ApiError)) return null;
    const { tooLarge, internal } = ERRORS;
    const isTooLarge = error.status === tooLarge.status;
    if (!isTooLarge && (error.status !== internal.status || failures < TRIES_ALONE)) return null;
    const { code, message } = error;
    return { op, estado: 'rechazada', code, message };
  }

  const againLater = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), ms);
  };

  async function drain(): Promise<void> {
    const total = sendable(outbox.all()).length;
    let done = 0;
    while (!closed && serverReachable()) {
      const batch = batchOf(sendable(outbox.all()), size);
      if (batch.length === 0) break;
      sendingState.set({ is: 'sending', done, total: Math.max(total, done + batch.length) });
      await outbox.update(new Map(batch.map(({ op }) => [op, frozen])));
      try {
        const outcomes = await ask(batch);
        await take(batch, outcomes);
        if (isStuck(outcomes)) throw new NetworkError();
      } catch (error) {
        const [first] = batch;
        const outcome = first && batch.length === 1 ? hopeless(error, first) : null;
        if (!outcome) throw error;
        await take(batch, [outcome]);
      }
      done += batch.length;
      failures = 0;
      size = Math.min(MOST_OPERATIONS, size * 2);
      sent();
    }
    sendingState.set({ is: 'idle' });
  }

  async function turn(): Promise<void> {
    if (sendable(outbox.all()).length === 0 || !serverReachable()) {
      if (sendable(outbox.all()).length === 0) sendingState.set({ is: 'idle' });
      return;
    }
    try {
      await navigator.locks.request(lock, { ifAvailable: true }, async (mine) => {
        if (mine) await drain();
      });
    } catch (error) {
      if (closed) return;
      failures += 1;
      size = Math.max(leastAfter(error), Math.floor(size / 2));
      const { state, againMs } = failed(error, failures);
      if (state.is === 'password') refused = true;
      logLoadFailure('el envío de lo guardado en este equipo', error);
      sendingState.set(state);
      if (againMs !== null) againLater(againMs);
    }
  }

  /** Sends what waits; another call meanwhile has it look once more. */
  async function send(): Promise<void> {
    clearTimeout(timer);
    if (closed) return;
    again = true;
    running ??= (async () => {
      while (again && !closed) {
        again = false;
        await turn();
      }
    })().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    send,

    /** Because somebody wants it: the password is asked for again, and nothing is waited for. */
    sendNow(): Promise<void> {
      refused = false;
      failures = 0;
      return send();
    },

    /**
     * Hands these to supervision, which decides what becomes of them.
     * @returns how many it has now
     * @throws ApiError, NetworkError; what is not there yet stays, and may be handed in again
     */
    handIn: (ops: ReadonlySet<string>, motivo: Wanted): Promise<number> =>
      navigator.locks.request(lock, async () => {
        let handed = 0;
        const left = new Set(ops);
        for (;;) {
          const some = outbox.all().filter(({ op, estado }) => left.has(op) && estado !== 'hecha');
          const batch = batchOf(some, MOST_OPERATIONS);
          if (batch.length === 0) return handed;
          await outbox.update(new Map(batch.map(({ op }) => [op, frozen])));
          const outcomes = await ask(batch, motivo);
          await take(batch, outcomes);
          for (const { op } of batch) left.delete(op);
          handed += outcomes.filter(({ estado }) => estado === 'retenida').length;
        }
      }),

    close(): void {
      closed = true;
      clearTimeout(timer);
      sendingState.set({ is: 'idle' });
    },
  };
}
