import { now } from '#domain/clock.ts';
import { isMisdated } from '#domain/device/misdated.ts';
import {
  addToLane,
  isAppliedAtOnce,
  type LaneRefusal,
  type NewOperation,
  type PendingOperation,
} from '#domain/sync/lane.ts';
import { countPending } from '#domain/sync/pending-count.ts';
import { withPageLock } from '#web/device/pages/page-locks.ts';
import { onPageMessage, postToPages } from '#web/device/pages/pages.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { changeVault, vaultOf } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { createOutboxStore, type EndedOperation, type OutboxChange } from '#web/device/store/outbox-store.ts';
import { isFull, isInterrupted, VaultDeleted } from '#web/device/store/stores.ts';
import { markWaiting } from '#web/lib/device-mark.ts';
import { lastLargeCorrection } from '#web/lib/server-clock.ts';

const NOTHING: OutboxChange = { put: [], drop: [], ended: [] };

export type Outbox = Awaited<ReturnType<typeof openOutbox>>;

export type NameOf = (one: PendingOperation) => string;

/** Whether the clock was wrong when it was recorded, as the server's last correction says. */
export const hasDoubtfulDate = (one: PendingOperation): boolean => isMisdated(one, lastLargeCorrection());

const endedAs = (one: PendingOperation, como: EndedOperation['como'], nameOf: NameOf): EndedOperation => {
  const { op, hace, tipo, persona, _id, capturado, respuesta } = one;
  const how = { op, hace, tipo, persona, _id, capturado, como, quien: nameOf(one), cuando: now().getTime() };
  const fechaDudosa = hasDoubtfulDate(one);
  return {
    ...how,
    ...(respuesta?.motivo && { motivo: respuesta.motivo }),
    ...(fechaDudosa && { fechaDudosa }),
  };
};

interface OutboxPage {
  /** Runs work once the save is confirmed. */
  readonly afterConfirming: (work: () => void) => void;
  /** Whether the page still shows this vault. */
  readonly isWanted: () => boolean;
}
const ANY_PAGE: OutboxPage = { afterConfirming: (work) => work(), isWanted: () => true };

/** Each page has all pending operations in memory; one page at a time changes them. */
export async function openOutbox(vault: OpenVault, nameOf: NameOf, { afterConfirming, isWanted } = ANY_PAGE) {
  const store = createOutboxStore(await disk.openVault(vault.id), vault.datos, vault.id);
  let all: readonly PendingOperation[] = [];
  let mark = -1;
  let open = true;
  /** Operations that a save is sending right now: they are neither sent with a batch nor shown as pending. */
  const inHand = new Set<string>();
  const shown = () => (inHand.size === 0 ? all : all.filter(({ op }) => !inHand.has(op)));
  const waiting = () => {
    const some = shown();
    return some.some(isAppliedAtOnce) ? some.filter((one) => !isAppliedAtOnce(one)) : some;
  };

  const show = () => {
    if (open && isWanted()) waitingWork.set(waiting());
  };

  async function readAgain(): Promise<boolean> {
    const storedMark = await store.mark();
    if (storedMark === mark) return false;
    all = await store.all();
    mark = storedMark;
    show();
    return true;
  }

  const count = (pendientes: number) => {
    markWaiting(vault.id, pendientes);
    return changeVault(vault.id, (entry) => (entry.pendientes === pendientes ? entry : { ...entry, pendientes }));
  };

  const withOutboxLock = <T>(work: () => Promise<T>): Promise<T> => withPageLock('outbox', vault.id, work);

  /** When something was pending already, the exact number is only informative and is written later. */
  const showAndRecount = () => {
    show();
    void withOutboxLock(async () => {
      await readAgain();
      await count(countPending(all));
    }).catch(() => undefined);
  };

  /** Whether the vault is there again after the browser deleted it: looking for it restores it from its copy. */
  const isRestored = async () => (await vaultOf(vault.usuario))?.id === vault.id;

  /** The counter of the changes tells whether an interrupted change was stored, so repeating it stores it once. */
  const mayRepeat = (error: unknown) => error instanceof VaultDeleted || isInterrupted(error);

  /** Encrypts the change for the known state before the lock is held. */
  function prepare<T>(work: (all: readonly PendingOperation[]) => { change: OutboxChange; value: T }) {
    const made = work(all);
    const sealed = store.sealed(made.change);
    sealed.catch(() => undefined);
    return { ...made, sealed, mark };
  }

  /** Repeats the change when another page changed the outbox first. */
  function change<T>(work: (all: readonly PendingOperation[]) => { change: OutboxChange; value: T }): Promise<T> {
    let prepared = prepare(work);
    let repeated = false;
    return withOutboxLock(async () => {
      for (;;) {
        if (prepared.mark !== mark) prepared = prepare(work);
        const { change, value, sealed } = prepared;
        const { put, drop, ended } = change;
        if (put.length + drop.length + ended.length === 0) {
          if (!(await readAgain())) return value;
          continue;
        }
        const changed = new Map(all.map((one) => [one.orden, one]));
        for (const one of put) changed.set(one.orden, one);
        for (const { orden } of drop) changed.delete(orden);
        const next = [...changed.values()].sort((a, b) => a.orden - b.orden);
        const [before, after] = [countPending(all), countPending(next)];
        // The count grows before the operation is stored and falls only after: a vault with unsent work must never be wiped.
        if (before === 0 && after > 0) await count(after);
        const written = await sealed
          .then((ready) => store.change(ready, mark))
          .catch(async (error) => {
            if (!repeated && mayRepeat(error) && (await isRestored())) {
              repeated = true;
              return null;
            }
            // Recount from the disk: another page may have stored operations.
            await readAgain()
              .then(() => count(countPending(all)))
              .catch(() => undefined);
            throw error;
          });
        if (written === null) {
          await readAgain();
          continue;
        }
        mark = written;
        all = next;
        if (after < before) await count(after);
        postToPages({ type: 'waiting', vault: vault.id });
        if (after > before) afterConfirming(before === 0 ? show : showAndRecount);
        else show();
        return value;
      }
    });
  }

  /** The copy may be older than the last sending, so the server may have what still waits: nothing of it may change any more (rule C5). */
  async function freezeRestored(): Promise<void> {
    if (!(await store.isRestored())) return;
    await change((pending) => {
      const put = pending.filter(({ estado }) => estado === 'espera');
      return { change: { ...NOTHING, put: put.map((one) => ({ ...one, estado: 'enviando' })) }, value: undefined };
    });
    await store.restorationEnds();
  }

  const stopListening = onPageMessage((message) => {
    if (message.type === 'waiting' && message.vault === vault.id) void withOutboxLock(readAgain).catch(() => undefined);
  });
  const close = (): void => {
    open = false;
    stopListening();
    store.close();
    if (isWanted()) waitingWork.set(null);
  };
  try {
    await withOutboxLock(async () => {
      await store.matchCopy();
      await readAgain();
    });
    await freezeRestored();
    await count(countPending(all)).catch((error) => {
      // The device still opens: what waits on it is read and sent.
      if (!isFull(error)) throw error;
    });
  } catch (error) {
    close();
    throw error;
  }
  void store.forgetOld().catch(() => undefined);

  return {
    all: waiting,

    /** What the device shows over its booklets: what waits, and what was applied at once and is not pulled yet. */
    shown,

    changeOf: store.changeOf,
    ended: store.ended,
    lastSent: store.lastSent,
    createdSince: store.createdSince,
    reserve: store.reserve,

    /** Durable when it resolves. @param atOnce the caller sends it, until `withdraw` or `release` */
    async add(one: NewOperation, atOnce = false) {
      const outcome = await change<'alone' | 'joined' | LaneRefusal>((pending) => {
        const lane = pending.filter((other) => other.persona === one.persona && !isAppliedAtOnce(other));
        const { add, change: changed, drop, refused } = addToLane(lane, one);
        const estado = atOnce ? 'enviando' : 'espera';
        const orden = (pending.at(-1)?.orden ?? 0) + 1;
        const added = add ? [{ ...add, orden, estado, quien: nameOf({ ...add, orden, estado }) } as const] : [];
        if (atOnce && add) inHand.add(one.op);
        const ended = drop.map((dropped) => endedAs(dropped, 'descartada', nameOf));
        const value = refused ?? (add ? 'alone' : 'joined');
        return { change: { put: [...changed, ...added], drop, ended }, value };
      });
      if (outcome !== 'alone' && inHand.delete(one.op)) show();
      return outcome;
    },

    update: (changes: ReadonlyMap<string, (one: PendingOperation) => PendingOperation>): Promise<void> =>
      change((pending) => ({
        change: { ...NOTHING, put: pending.flatMap((one) => changes.get(one.op)?.(one) ?? []) },
        value: undefined,
      })),

    end: (
      ops: ReadonlyMap<string, EndedOperation['como']>,
      also: ReadonlyMap<string, (one: PendingOperation) => PendingOperation> = new Map(),
    ) =>
      change((pending) => {
        const changed = pending.map((one) => also.get(one.op)?.(one) ?? one);
        const drop = changed.filter(({ op }) => ops.has(op));
        const put = changed.filter((one, at) => one !== pending[at] && !ops.has(one.op));
        const waited = drop.filter((one) => !isAppliedAtOnce(one));
        const ended = waited.map((one) => endedAs(one, ops.get(one.op) ?? 'descartada', nameOf));
        return { change: { put, drop, ended }, value: undefined };
      }),

    /** Shows an operation that the server answered at once until the booklet with it is pulled. */
    applied: (op: string, { sello, version }: { readonly sello: string; readonly version: number | undefined }) =>
      change((pending) => {
        const hecha = { sello, version, en: now().getTime(), enseguida: true } as const;
        const put = pending.flatMap((one) => (one.op === op ? { ...one, estado: 'hecha' as const, hecha } : []));
        return { change: { ...NOTHING, put }, value: undefined };
      }).finally(() => {
        inHand.delete(op);
        show();
      }),

    /** Removes an operation without a trace: the server refused it at once. */
    withdraw: (op: string): Promise<void> =>
      change((pending) => ({
        change: { ...NOTHING, drop: pending.filter((one) => one.op === op) },
        value: undefined,
      })).finally(() => inHand.delete(op)),

    release(op: string): void {
      inHand.delete(op);
      show();
    },

    close,
  };
}
