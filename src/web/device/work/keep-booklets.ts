import type { Query } from '@tanstack/react-query';
import { dayOf, today } from '#domain/calendar.ts';
import type { AnswerOf } from '#domain/calls/define-call.ts';
import type { syncedLists } from '#domain/calls/sync.ts';
import { now } from '#domain/clock.ts';
import type { Reading } from '#domain/device/pulling.ts';
import { againAfterMs, listsAreDue, scopeOf } from '#domain/device/pulling.ts';
import { createIndexRows, type IndexRows } from '#web/device/keeper/index-rows.ts';
import type { Kept } from '#web/device/keeper/keeper.ts';
import keeperAddress from '#web/device/keeper/keeper.worker.ts?worker&url';
import { KeeperFailed, keeperIn, type RemoteKeeper } from '#web/device/keeper/keeper-messages.ts';
import { pullAll, pullLists } from '#web/device/keeper/pull.ts';
import { ifAlone } from '#web/device/pages/alone.ts';
import { onPages, type PageMessage, tellPages } from '#web/device/pages/pages.ts';
import { clockAsked } from '#web/device/shown/clock-asked.ts';
import { type OpenVault, openVault } from '#web/device/shown/open-vault.ts';
import { type DeviceStatus, deviceStatus } from '#web/device/shown/status.ts';
import { BUCKETS, bucketOf } from '#web/device/store/buckets.ts';
import { NewerDatabase } from '#web/device/store/database-versions.ts';
import { vaultOf } from '#web/device/store/device-entry.ts';
import { vaultEngine } from '#web/device/vault/vault-engine.ts';
import { wipeVaults } from '#web/device/vault/wipe.ts';
import { failureOf } from '#web/lib/api-errors.ts';
import { lineIdle, pause } from '#web/lib/line.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { onServerBack, serverReachable } from '#web/lib/server-reach.ts';
import { getSession } from '#web/lib/session.ts';
import { deviceSide, timesWritten } from '#web/lib/source/choose-source.ts';
import { createDeviceSource } from '#web/lib/source/device-source.ts';
import { eitherSide } from '#web/lib/source/either-side.ts';
import { shownFromDevice } from '#web/lib/source/shown-from-device.ts';
import { beginWork, currentWork, type Work } from './work.ts';

/** What somebody else changed comes within so long, while the application is open. */
const PULL_EVERY_MS = 5 * 60_000;
/** What was saved here a moment ago is on its way into the feed. */
const AFTER_SAVING_MS = 2_000;

type Lists = AnswerOf<typeof syncedLists>;

interface Working {
  readonly vault: OpenVault;
  readonly keeper: RemoteKeeper;
  readonly index: IndexRows;
  readonly worker: Worker;
  readonly leaving: AbortController;
  /** Stops hearing what other pages of the same person bring down. */
  deaf: () => void;
  /** What waits to be sent. */
  work: Work | null;
  reading: Reading | null;
  /** As of which the rows are. */
  day: string;
  listsAt: number;
  lists: Lists | null;
}

/** What another page brought down. */
type BookletsMessage = Pick<Extract<PageMessage, { type: 'booklets' }>, 'changed' | 'reading'>;

/** Told of what there is to bring down besides what is due. */
interface Wish {
  readonly thorough?: boolean;
}

const cantonsOf = (reading: Reading | null) => reading?.alcance.split(',').filter(Boolean) ?? [];

function say({ index, reading }: Working, phase: DeviceStatus['phase']): void {
  deviceStatus.set({
    ...{ phase, got: index.size(), total: Math.max(reading?.total ?? 0, index.size()) },
    ...{ contacto: reading?.contacto ?? '', completo: reading?.completo ?? false, cantones: cantonsOf(reading) },
  });
}

/** What is shown from the device may have changed with it. */
const renewShown = () => {
  if (shownFromDevice.get()) void queryClient.invalidateQueries();
};

/** What came down is on the screen, with what waits. */
async function shown(one: Working, changed: readonly string[]): Promise<void> {
  try {
    await one.work?.came(changed);
    renewShown();
  } catch (error) {
    failed(one, error);
  }
}

const isFull = (error: unknown) => error instanceof KeeperFailed && error.name === 'QuotaExceededError';

/** What is shown of the booklets whose coming down failed. */
function phaseOf(error: unknown): DeviceStatus['phase'] {
  if (isFull(error)) return 'full';
  return failureOf(error) === 'behind' || error instanceof NewerDatabase ? 'old' : 'waiting';
}

function failed(one: Working, error: unknown): void {
  if (one.leaving.signal.aborted) return;
  logLoadFailure('la libreta en este equipo', error);
  say(one, phaseOf(error));
}

/** Brings down what is due, in one tab of many: the others hear of it. */
async function pull(one: Working, alcance: string, { thorough = false }: Wish): Promise<void> {
  const { keeper, index, vault, leaving } = one;
  const tell = (message: BookletsMessage) => tellPages({ type: 'booklets', vault: vault.id, ...message });
  const { signal } = leaving;
  const first = !one.reading?.completo;
  if (first) say(one, 'coming');
  const came = ({ rows, gone }: Kept) => {
    index.change(rows, gone);
    const changed = [...rows.map(({ _id }) => _id), ...gone];
    if (changed.length === 0) return;
    tell({ changed });
    void shown(one, changed);
  };
  const read = (reading: Reading) => {
    one.reading = reading;
    tell({ changed: [], reading });
    say(one, reading.completo ? 'ready' : 'coming');
  };
  const at = now().getTime();
  if (listsAreDue(at, one.listsAt)) {
    await pullLists(keeper, signal);
    one.listsAt = at;
    one.lists = null;
  }
  await pullAll(keeper, one.reading, alcance, { came, read }, { thorough, signal });
}

const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket);

/** Keeps the booklets of one vault after another on the device, for as long as the page lives. */
function createBooklets() {
  let working: Working | null = null;
  let chosenCantons: string | undefined;
  let wished: Wish = {};
  let turning: Promise<boolean> | null = null;
  let wondered = false;
  let started = false;

  /** Brings down what is due to be here. @throws whatever ends it */
  async function bring(one: Working): Promise<void> {
    const scope = scopeOf(getSession()?.roles ?? [], chosenCantons, one.reading);
    const wish = wished;
    wished = {};
    if (scope === null) {
      const { gone } = await one.keeper.empty();
      one.index.change([], gone);
      await shown(one, gone);
      one.reading = null;
      return say(one, 'nobody');
    }
    for (let tries = 0; ; tries += 1) {
      try {
        return await pull(one, scope, wish);
      } catch (error) {
        // Others are at it too: the server has room again in a while.
        const ms = againAfterMs(failureOf(error), tries);
        if (ms === null || one.leaving.signal.aborted) throw error;
        await pause(ms);
      }
    }
  }

  /** One tab at a time. @returns whether all is here now that is to be */
  async function turn(): Promise<boolean> {
    const one = working;
    if (!one || !serverReachable() || getSession()?._id !== one.vault.usuario) return false;
    if (turning) {
      // What was wished meanwhile comes after.
      await turning;
      return Object.keys(wished).length > 0 || chosenCantons !== undefined ? turn() : true;
    }
    const bringing = ifAlone('pulling', one.vault.id, async () => {
      try {
        await bring(one);
        chosenCantons = undefined;
        return true;
      } catch (error) {
        failed(one, error);
        return false;
      }
    });
    turning = bringing.then((done) => done ?? false);
    const done = await turning;
    turning = null;
    return done;
  }

  /** Compares all that is here with the server's list, and mends what differs. @returns whether that was done */
  function compareAll(): Promise<boolean> {
    wished = { thorough: true };
    return turn();
  }

  /** Supervision takes these cantons along, and no others. @param codes INEC's */
  function takeCantons(codes: readonly string[]): Promise<boolean> {
    chosenCantons = [...codes].sort().join(',');
    return turn();
  }

  /** Takes the vault of whoever is signed in off the device. @returns false where something in it waits to be sent */
  async function forgetHere(): Promise<boolean> {
    const usuario = openVault.get()?.usuario;
    const entry = usuario && (await vaultOf(usuario));
    if (!entry) return true;
    if (entry.pendientes > 0) return false;
    await wipeVaults([entry], vaultEngine.closeOf);
    return true;
  }

  async function rowsFor({ keeper, index }: Working, buckets: Iterable<number>, gone: readonly string[] = []) {
    const day = today();
    index.change([], gone);
    for (const bucket of buckets) index.change(await keeper.rows(bucket, day), []);
  }

  /** Of another day some of what is known of children is something else. */
  async function freshen(): Promise<void> {
    const one = working;
    const day = today();
    if (!one || one.day === day) return;
    one.day = day;
    await rowsFor(one, ALL_BUCKETS);
    await one.work?.overlay.follow();
    renewShown();
  }

  /** What another tab brought down is read from where it was kept. */
  async function hear(one: Working, { changed, reading }: BookletsMessage): Promise<void> {
    await rowsFor(one, new Set(changed.map(bucketOf)), changed);
    if (reading) one.reading = reading;
    say(one, one.reading?.completo ? 'ready' : 'coming');
    await shown(one, changed);
  }

  /** Asks once what day it is, where it cannot be the one that the device says and nobody else tells. */
  function wonder(reading: Reading | null): void {
    if (!reading || wondered || serverReachable() || reading.contacto <= now().toISOString()) return;
    wondered = true;
    clockAsked.set({ since: dayOf(reading.contacto) });
  }

  async function begin(vault: OpenVault): Promise<void> {
    const worker = new Worker(keeperAddress, { type: 'module' });
    const keeper = keeperIn(worker);
    const index = createIndexRows();
    const one: Working = {
      ...{ vault, keeper, index, worker, deaf: () => undefined },
      ...{ leaving: new AbortController(), reading: null, day: today(), listsAt: 0, lists: null, work: null },
    };
    working = one;
    try {
      one.reading = await keeper.open({ id: vault.id, datos: vault.datos });
      await rowsFor(one, ALL_BUCKETS);
      if (working !== one) return;
      one.deaf = onPages((told) => {
        if (told.type === 'booklets' && told.vault === vault.id)
          void hear(one, told).catch((error) => failed(one, error));
      });
      const isWhole = () => one.reading?.completo === true && one.reading.alcance === '';
      const pullSoon = () => void pause(AFTER_SAVING_MS).then(() => turn());
      const work = await beginWork(vault, { rowsOf: index.of, booklet: keeper.booklet, isWhole, pull: pullSoon });
      if (working !== one) return work.close();
      one.work = work;
      const reads = createDeviceSource({
        rowsOf: work.overlay.rowsOf,
        booklet: work.overlay.booklet,
        lists: async () => {
          one.lists ??= (await keeper.lists()) as Lists | null;
          return one.lists;
        },
      });
      deviceSide.set({
        ...{ reads, isWhole, answer: eitherSide(reads, isWhole, work.knowsMore) },
        ...{ write: work.writeFrom(reads), holds: work.holds },
      });
      currentWork.set(work);
      say(one, one.reading?.completo ? 'ready' : 'coming');
      wonder(one.reading);
      // What failed may be answered here; what the server has answered already is without what waits.
      const lacks = ({ state, queryKey }: Query) => state.data === undefined || work.knowsMore(queryKey);
      void queryClient.refetchQueries({ type: 'active', predicate: lacks });
      work.send();
      await lineIdle();
      await turn();
    } catch (error) {
      if (working === one) failed(one, error);
    }
  }

  function end(): void {
    if (!working) return;
    const { worker, deaf, leaving, work } = working;
    working = null;
    work?.close();
    currentWork.set(null);
    chosenCantons = undefined;
    leaving.abort();
    deaf();
    worker.terminate();
    deviceSide.set(null);
    shownFromDevice.set(false);
    deviceStatus.set(null);
  }

  /** Keeps the booklets of whoever's vault is open on the device, as long as it is. */
  function keepBooklets(): void {
    if (started) return;
    started = true;
    const follow = (): void => {
      const vault = openVault.get();
      if (working?.vault.id === vault?.id) return;
      end();
      if (vault) void begin(vault);
    };
    openVault.subscribe(follow);
    follow();
    onServerBack(() => void turn());
    timesWritten.subscribe(() => void pause(AFTER_SAVING_MS).then(() => turn()));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void turn();
    });
    const lookAgain = () => void freshen().catch((error) => working && failed(working, error));
    clockAsked.subscribe(lookAgain);
    setInterval(() => {
      lookAgain();
      void turn();
    }, PULL_EVERY_MS);
  }

  return { compareAll, takeCantons, forgetHere, keepBooklets };
}

/** One for the page. */
export const { compareAll, takeCantons, forgetHere, keepBooklets } = createBooklets();
