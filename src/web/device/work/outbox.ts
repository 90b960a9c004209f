import { now } from '#domain/clock.ts';
import { addToLane, countWaiting, type LaneRefusal, type NewOperation, type Waiting } from '#domain/sync/lane.ts';
import { alone } from '#web/device/pages/alone.ts';
import { onPages, tellPages } from '#web/device/pages/pages.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { changeVault } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { createOutboxStore, type Ended, type OutboxChange } from '#web/device/store/outbox-store.ts';

const NOTHING: OutboxChange = { put: [], drop: [], ended: [] };

export type Outbox = Awaited<ReturnType<typeof openOutbox>>;

/** Whom an operation is about, in the words of whoever wrote it. */
export type NameOf = (one: Waiting) => string;

const endedAs = (one: Waiting, como: Ended['como'], nameOf: NameOf): Ended => {
  const { op, hace, tipo, persona, _id, capturado, respuesta } = one;
  const how = { op, hace, tipo, persona, _id, capturado, como, quien: nameOf(one), cuando: now().getTime() };
  return respuesta?.motivo ? { ...how, motivo: respuesta.motivo } : how;
};

const rightAway = (work: () => void) => work();

/**
 * What waits in a vault. Every page of the same person has all of it in memory; one at a time changes it.
 * @param nameOf asked when something ends, for then nobody may know any more
 * @param afterTelling does what whoever saved need not wait for
 * @throws DOMException where the browser keeps nothing
 */
export async function openOutbox(vault: OpenVault, nameOf: NameOf, afterTelling = rightAway) {
  const store = createOutboxStore(await disk.openVault(vault.id), vault.datos, vault.id);
  let all: readonly Waiting[] = [];
  let mark = -1;
  let open = true;
  /** On their way to the server by a call that somebody waits for: nobody else need send or show them. */
  const inHand = new Set<string>();
  const waiting = () => (inHand.size === 0 ? all : all.filter(({ op }) => !inHand.has(op)));

  const show = () => {
    if (open) waitingWork.set(waiting());
  };

  /** @returns whether another page had changed something */
  async function readAgain(): Promise<boolean> {
    const known = await store.mark();
    if (known === mark) return false;
    all = await store.all();
    mark = known;
    show();
    return true;
  }

  // Written before what it counts: where there is no room, this is refused first.
  const count = (pendientes: number) =>
    store.withRoom(() => changeVault(vault.id, (entry) => ({ ...entry, pendientes })));

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => alone('outbox', vault.id, work);

  /** Where something waited already, how much is for reading alone. */
  const showMore = () => {
    show();
    void inTurn(async () => {
      await readAgain();
      await count(countWaiting(all));
    }).catch(() => undefined);
  };

  /** What is to be done with what is known to wait, sealed meanwhile. */
  function prepare<T>(work: (all: readonly Waiting[]) => { change: OutboxChange; value: T }) {
    const made = work(all);
    const sealed = store.sealed(made.change);
    // Whoever waits for it hears of it; nobody else need.
    sealed.catch(() => undefined);
    return { ...made, sealed, mark };
  }

  /** One page at a time; what another one changed meanwhile is known before. */
  function change<T>(work: (all: readonly Waiting[]) => { change: OutboxChange; value: T }): Promise<T> {
    let prepared = prepare(work);
    return inTurn(async () => {
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
        const [before, after] = [countWaiting(all), countWaiting(next)];
        // Whoever is asked whether something waits hears so before it does, and no sooner that nothing does.
        if (before === 0 && after > 0) await count(after);
        const written = await sealed
          .then((ready) => store.change(ready, mark))
          .catch(async (error) => {
            // By the disk: what another page keeps must never be counted away.
            await readAgain()
              .then(() => count(countWaiting(all)))
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
        tellPages({ type: 'waiting', vault: vault.id });
        if (after > before) afterTelling(before === 0 ? show : showMore);
        else show();
        return value;
      }
    });
  }

  const deaf = onPages((told) => {
    if (told.type === 'waiting' && told.vault === vault.id) void inTurn(readAgain).catch(() => undefined);
  });
  await inTurn(readAgain);
  await count(countWaiting(all));
  void store.forgetOld().catch(() => undefined);

  return {
    all: waiting,

    changeOf: store.changeOf,
    ended: store.ended,
    lastSent: store.lastSent,
    reserve: store.reserve,

    /**
     * Keeps one more write, strictly: when this answers it is on the disk.
     * @param atOnce it is sent by whoever keeps it, until it is withdrawn or released
     * @returns whether it waits by itself, is part of what waited already, or is not taken, and why
     */
    add: (one: NewOperation, atOnce = false): Promise<'alone' | 'joined' | LaneRefusal> =>
      change((known) => {
        const lane = known.filter(({ persona }) => persona === one.persona);
        const { add, change: changed, drop, refused } = addToLane(lane, one);
        const estado = atOnce ? 'enviando' : 'espera';
        const added: Waiting[] = add ? [{ ...add, orden: (known.at(-1)?.orden ?? 0) + 1, estado }] : [];
        if (atOnce && add) inHand.add(one.op);
        const ended = drop.map((gone) => endedAs(gone, 'descartada', nameOf));
        const value = refused ?? (add ? 'alone' : 'joined');
        return { change: { put: [...changed, ...added], drop, ended }, value };
      }),

    /** Changes some as they are by then; those that are gone are left out. */
    update: (some: ReadonlyMap<string, (one: Waiting) => Waiting>): Promise<void> =>
      change((known) => ({
        change: { ...NOTHING, put: known.flatMap((one) => some.get(one.op)?.(one) ?? []) },
        value: undefined,
      })),

    /** Changes some and takes others away, in one step: what the server has, what supervision has, what nobody wants any more. */
    end: (ops: ReadonlyMap<string, Ended['como']>, also: ReadonlyMap<string, (one: Waiting) => Waiting> = new Map()) =>
      change((known) => {
        const changed = known.map((one) => also.get(one.op)?.(one) ?? one);
        const drop = changed.filter(({ op }) => ops.has(op));
        const put = changed.filter((one, at) => one !== known[at] && !ops.has(one.op));
        const ended = drop.map((one) => endedAs(one, ops.get(one.op) ?? 'descartada', nameOf));
        return { change: { put, drop, ended }, value: undefined };
      }),

    /** As if it had never been: the server has done or refused it at once, and whoever wrote it was told. */
    withdraw: (op: string): Promise<void> =>
      change((known) => ({
        change: { ...NOTHING, drop: known.filter((one) => one.op === op) },
        value: undefined,
      })).finally(() => inHand.delete(op)),

    /** Nobody waits for it any more: it is sent with the rest. */
    release(op: string): void {
      inHand.delete(op);
      show();
    },

    close(): void {
      open = false;
      deaf();
      store.close();
      waitingWork.set(null);
    },
  };
}
