import type { CallInput } from '#domain/calls/define-call.ts';
import { MAX_OPERATIONS, PROTOCOL } from '#domain/calls/operation.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { handInOperations, Outcome, sendOperations } from '#domain/calls/sending.ts';
import { now } from '#domain/clock.ts';
import {
  type CourierAction,
  type CourierEvent,
  changesAfterAnswer,
  freezeChanges,
  frozenOperations,
  INITIAL_COURIER_STATE,
  type OutboxChanges,
  stepCourier,
  takeBatch,
} from '#domain/device/courier.ts';
import { type PendingOperation, withoutLocalFields } from '#domain/sync/lane.ts';
import { ifPageLockFree, isPageLockTaken, withPageLock } from '#web/device/pages/page-locks.ts';
import { lastSent, sendingState } from '#web/device/shown/waiting-work.ts';
import { existingDevice } from '#web/device/store/device-entry.ts';
import { VaultDeleted } from '#web/device/store/stores.ts';
import { ApiError, failureOf, NetworkError } from '#web/lib/api-errors.ts';
import { callRoute } from '#web/lib/call-route.ts';
import { pause } from '#web/lib/line.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import { getSession } from '#web/lib/session.ts';
import type { Outbox } from './outbox.ts';

type Wanted = CallInput<typeof handInOperations>['body']['motivo'];

const ANSWER_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;

const hasDone = (outcomes: readonly Outcome[]) => outcomes.some(({ estado }) => estado === 'hecha');

const failedBy = (error: unknown): CourierEvent => ({
  is: 'failed',
  failure: failureOf(error),
  refusal: error instanceof ApiError ? { code: error.code, message: error.message } : null,
  retryAfterMs: error instanceof ApiError ? error.retryAfter * 1_000 : 0,
  at: now().getTime(),
  luck: Math.random(),
});

export type Sender = ReturnType<typeof createSender>;

/** Carries out the courier's decisions (`domain/device`), in one page at a time. @param onSent called after a sending of which a batch was answered */
export function createSender(
  vault: { readonly id: string; readonly usuario: string },
  outbox: Outbox,
  onSent: () => void,
) {
  let box = INITIAL_COURIER_STATE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function ask(
    batch: readonly PendingOperation[],
    behind: boolean,
    motivo?: Wanted,
  ): Promise<readonly Outcome[]> {
    const device = await existingDevice();
    // Checked last before the call, which uses the session of that moment.
    if (!device || closed || getSession()?._id !== vault.usuario) throw new VaultDeleted();
    const body: CallInput<typeof sendOperations>['body'] = {
      protocolo: PROTOCOL,
      equipo: device.id,
      operaciones: batch.map(withoutLocalFields),
    };
    const how = { timeoutMs: ANSWER_WITHIN_MS, behind };
    const { resultados } = motivo
      ? await callRoute<typeof handInOperations>(ROUTES.handInOperations, { body: { ...body, motivo } }, how)
      : await callRoute<typeof sendOperations>(ROUTES.sendOperations, { body }, how);
    if (!Array.isArray(resultados)) throw new NetworkError();
    return resultados;
  }

  async function apply({ changed, ended }: OutboxChanges): Promise<void> {
    if (changed.size + ended.size > 0) await outbox.end(ended, changed);
  }

  const due = (): CourierEvent => ({ is: 'due', waiting: outbox.all(), reachable: serverReachable() });

  /** The state advances only after its changes are on the disk. */
  async function step(event: CourierEvent): Promise<CourierAction> {
    const made = stepCourier(box, event);
    await apply(made.changes);
    box = made.box;
    sendingState.set(box.progress);
    if (event.is === 'answered' && hasDone(event.outcomes)) lastSent.set(event.at);
    return made.next;
  }

  async function follow(next: Exclude<CourierAction, { is: 'rest' }>): Promise<CourierEvent> {
    if (next.is === 'freeze') return { is: 'frozen', waiting: outbox.all() };
    if (next.is === 'send') {
      const outcomes = await ask(next.batch, next.behind);
      return { is: 'answered', batch: next.batch, outcomes, at: now().getTime(), luck: Math.random() };
    }
    return due();
  }

  async function drain(): Promise<void> {
    let event = due();
    let isAnswered = false;
    while (!closed) {
      try {
        const next = await step(event);
        if (next.is === 'rest') {
          if (isAnswered) onSent();
          return restFor(next.againMs);
        }
        isAnswered ||= next.is === 'goOn' && next.answered;
        event = await follow(next);
      } catch (error) {
        if (closed) return;
        logLoadFailure('el envío de lo guardado en este equipo', error);
        event = failedBy(error);
      }
    }
  }

  function restFor(ms: number | null): void {
    clearTimeout(timer);
    timer = ms !== null && !closed ? setTimeout(() => void send(), ms) : undefined;
  }

  async function turn(): Promise<void> {
    // With nothing to send, the lock is left to other pages.
    if (stepCourier(box, due()).next.is === 'rest') await step(due());
    else await ifPageLockFree('sending', vault.id, drain);
  }

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
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

  const needsUser = () => box.progress.is === 'password' || box.progress.is === 'role';

  return {
    send,

    /** Sends what another page may have left behind, unless a retry is planned or the user must act first (C17). */
    sendWaiting: async (): Promise<void> => (timer === undefined && !needsUser() ? send() : undefined),

    /** Resolves once no page is sending. */
    async ended(): Promise<void> {
      await running?.catch(() => undefined);
      while (!closed && (await isPageLockTaken('sending', vault.id))) await pause(LOOK_AGAIN_MS);
    },

    /** On the user's request: does not wait for the next retry, and may ask for the password again. */
    sendNow(): Promise<void> {
      box = stepCourier(box, { is: 'wanted' }).box;
      return send();
    },

    /** Hands operations in to supervision. @returns how many it received @throws ApiError, NetworkError; the rest stays and can be handed in again */
    handIn: (ops: ReadonlySet<string>, motivo: Wanted): Promise<number> =>
      withPageLock('sending', vault.id, async () => {
        let handed = 0;
        const left = new Set(ops);
        for (;;) {
          const some = outbox.all().filter(({ op, estado }) => left.has(op) && estado !== 'hecha');
          const chosen = takeBatch(some, MAX_OPERATIONS);
          if (chosen.length === 0) return handed;
          await apply(freezeChanges(chosen));
          for (const { op } of chosen) left.delete(op);
          const batch = frozenOperations(
            outbox.all(),
            chosen.map(({ op }) => op),
          );
          if (batch.length === 0) continue;
          const outcomes = await ask(batch, false, motivo);
          await apply(changesAfterAnswer(batch, outcomes, now().getTime()));
          if (hasDone(outcomes)) lastSent.set(now().getTime());
          handed += outcomes.filter(({ estado }) => estado === 'retenida').length;
        }
      }),

    close(): void {
      closed = true;
      clearTimeout(timer);
      // One that never sent may close after the next account's began.
      if (box !== INITIAL_COURIER_STATE) sendingState.set({ is: 'idle' });
    },
  };
}
