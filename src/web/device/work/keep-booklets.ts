import type { Query } from '@tanstack/react-query';
import { dayOf, today } from '#domain/calendar.ts';
import { now } from '#domain/clock.ts';
import { PULL_EVERY_MS, pullScope, retryDelayMs, turnAgainMs } from '#domain/device/pulling.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import { ifPageLockFree } from '#web/device/pages/page-locks.ts';
import { onPageMessage } from '#web/device/pages/pages.ts';
import { datePrompt } from '#web/device/shown/date-prompt.ts';
import { type OpenVault, openVault } from '#web/device/shown/open-vault.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { lastSent, waitingWork } from '#web/device/shown/waiting-work.ts';
import { NewerDatabase } from '#web/device/store/database-versions.ts';
import { vaultOf } from '#web/device/store/device-entry.ts';
import { vaultEngine } from '#web/device/vault/vault-engine.ts';
import { wipeVaults } from '#web/device/vault/wipe.ts';
import { failureOf } from '#web/lib/api-errors.ts';
import { lineIdle, pause } from '#web/lib/line.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { isClockByUser } from '#web/lib/server-clock.ts';
import { onServerBack, serverReachable } from '#web/lib/server-reach.ts';
import { getSession, onSessionChange } from '#web/lib/session.ts';
import { deviceSide, writeCount } from '#web/lib/source/choose-source.ts';
import { createDeviceSource } from '#web/lib/source/device-source.ts';
import { eitherSide } from '#web/lib/source/either-side.ts';
import { nothingShownFromDevice } from '#web/lib/source/note-shown-from.ts';
import { clockDoubtedSince, watchClock } from './clock-watch.ts';
import {
  applyChanges,
  closeSyncSession,
  createSyncSession,
  failed,
  freshen,
  hasWholeCountry,
  listsOf,
  type PullOptions,
  publishStatus,
  pull,
  rowsFor,
  type SyncSession,
  showChanges,
} from './sync-session.ts';
import { beginWork, currentWork } from './work.ts';

/** When the device pulls an own change: soon, since the signal may be lost, and again, since older transactions of the server hold changes back. */
const AFTER_SAVING_MS = [250, 2_000];

function createBooklets() {
  let current: SyncSession | null = null;
  let chosenCantons: string | undefined;
  let requested: PullOptions = {};
  let askedForDate = false;
  /** Turns that failed in a row. */
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let started = false;

  async function pullDue(sync: SyncSession): Promise<void> {
    const scope = pullScope(getSession()?.roles ?? [], chosenCantons, sync.reading);
    const options = requested;
    requested = {};
    if (scope === null) {
      const { removed } = await sync.keeper.empty();
      sync.index.change([], removed);
      await showChanges(sync, removed);
      sync.reading = null;
      return publishStatus(sync, 'nobody');
    }
    for (let tries = 0; ; tries += 1) {
      // A late record is accepted only if the device was not yet told of a hand-over: what waits goes first (P6).
      await sync.work?.sendingEnded();
      sync.leaving.signal.throwIfAborted();
      try {
        return await pull(sync, scope, options);
      } catch (error) {
        const ms = retryDelayMs(failureOf(error), tries);
        if (ms === null) throw error;
        await pause(ms);
      }
    }
  }

  /** Pulls in one tab at a time, once the device is open. @returns whether the device is up to date */
  async function turn(): Promise<boolean> {
    const sync = current;
    if (!sync?.work || !serverReachable() || getSession()?._id !== sync.vault.usuario) return false;
    if (sync.turning) {
      await sync.turning;
      return Object.keys(requested).length > 0 || chosenCantons !== undefined ? turn() : true;
    }
    clearTimeout(again);
    const pulling = ifPageLockFree('pulling', sync.vault.id, async () => {
      const chosen = chosenCantons;
      try {
        // The lock is free for the next session as soon as this one ends.
        await Promise.race([pullDue(sync), sync.left]);
        // A booklet may have come before the answer to the save that it has.
        await sync.work?.came([]);
        // Another choice, made meanwhile, waits for the next turn.
        if (chosenCantons === chosen) chosenCantons = undefined;
        failures = 0;
        return true;
      } catch (error) {
        failed(sync, error);
        if (current === sync) turnAgain(error);
        return false;
      }
    });
    sync.turning = pulling.then((done) => done ?? false);
    const done = await sync.turning;
    sync.turning = null;
    return done;
  }

  function pullSoon(): void {
    // A turn that is under way may have begun before the save.
    const turnAfterThis = async () => {
      await current?.turning;
      await turn();
    };
    for (const ms of AFTER_SAVING_MS) void pause(ms).then(turnAfterThis);
  }

  function turnAgain(error: unknown): void {
    failures += 1;
    const ms = turnAgainMs(failureOf(error), failures, Math.random());
    if (ms !== null) again = setTimeout(() => void turn(), ms);
  }

  function compareAll(): Promise<boolean> {
    requested = { thorough: true };
    return turn();
  }

  function takeCantons(codes: readonly string[]): Promise<boolean> {
    chosenCantons = [...codes].sort().join(',');
    return turn();
  }

  /** Deletes the account's vault from this device. @returns false when it has unsent work */
  async function forgetHere(): Promise<boolean> {
    const usuario = openVault.get()?.usuario;
    const entry = usuario && (await vaultOf(usuario));
    if (!entry) return true;
    if (entry.pendientes > 0) return false;
    await wipeVaults([entry], vaultEngine.closeOf);
    return true;
  }

  /** Asks for the date when the clock is before the last contact, once, or may have been set, and the server cannot correct it. */
  function askForDate(): void {
    const contact = current?.reading?.contacto;
    if (!contact || serverReachable() || datePrompt.get()) return;
    // After the user's answer only the time of day may still be before that contact, which changes no date.
    const isAnswered = isClockByUser() && today() >= dayOf(contact);
    const isBefore = !askedForDate && !isAnswered && contact > now().toISOString();
    if (!isBefore && clockDoubtedSince() <= contact) return;
    askedForDate = true;
    datePrompt.set({ since: dayOf(contact) });
  }

  const turnThenAsk = (): void => void turn().then(askForDate);

  async function begin(vault: OpenVault): Promise<void> {
    const sync = createSyncSession(vault);
    const { keeper, index } = sync;
    current = sync;
    try {
      sync.reading = await keeper.open({ id: vault.id, datos: vault.datos });
      if (current !== sync) return;
      // Before the rows are read, so that no change of another page is missed.
      sync.stopListening = onPageMessage((message) => {
        if (message.type === 'booklets' && message.vault === vault.id)
          void applyChanges(sync, message).catch((error) => failed(sync, error));
      });
      await rowsFor(sync);
      if (current !== sync) return;
      const isWhole = () => hasWholeCountry(sync);
      const sameFormat = () => !sync.otherFormat;
      const base = { rowsOf: index.of, booklet: keeper.booklet, isWhole, sameFormat, pull: pullSoon };
      const work = await beginWork(vault, base, () => current === sync);
      if (current !== sync) return work.close();
      sync.work = work;
      const reads = createDeviceSource({
        rowsOf: work.overlay.rowsOf,
        isListable: () =>
          sync.reading?.completo === true ||
          PERSON_KINDS.some((kind) =>
            work.overlay.rowsOf(kind).some(({ _id }) => index.one(_id) || work.overlay.isPending(_id)),
          ),
        booklet: work.overlay.booklet,
        lists: () => listsOf(sync),
      });
      deviceSide.set({
        ...{ reads, isWhole, answer: eitherSide(reads, isWhole, work.knowsMore) },
        ...{ write: work.writeFrom(reads), holds: work.holds },
      });
      currentWork.set(work);
      publishStatus(sync, sync.reading?.completo ? 'ready' : 'coming');
      askForDate();
      // Failed queries, which the device may answer, and answers of the server that lack pending work.
      const lacks = ({ state, queryKey }: Query) => state.data === undefined || work.knowsMore(queryKey);
      void queryClient.refetchQueries({ type: 'active', predicate: lacks });
      work.send();
      await lineIdle();
      await turn();
    } catch (error) {
      if (current !== sync) return;
      failed(sync, error);
      failures += 1;
      // A bad line may have cut off the worker's code.
      if (!(error instanceof NewerDatabase))
        again = setTimeout(beginAgain, turnAgainMs('silence', failures, Math.random()) ?? 0);
    }
  }

  /** Opens the device again after an opening that failed. */
  function beginAgain(): void {
    if (!current || current.work || failures === 0) return;
    const { vault } = current;
    clearTimeout(again);
    closeSyncSession(current);
    void begin(vault);
  }

  function end(): void {
    if (!current) return;
    clearTimeout(again);
    closeSyncSession(current);
    current = null;
    failures = 0;
    // Of an opening that is cut short too.
    waitingWork.set(null);
    lastSent.set(0);
    currentWork.set(null);
    chosenCantons = undefined;
    deviceSide.set(null);
    nothingShownFromDevice();
    deviceStatus.set(null);
  }

  function keepBooklets(): void {
    if (started) return;
    started = true;
    watchClock();
    const follow = (): void => {
      const vault = openVault.get();
      if (current?.vault.id === vault?.id) return;
      end();
      if (vault) void begin(vault);
    };
    openVault.subscribe(follow);
    follow();
    onServerBack(() => {
      datePrompt.set(null);
      beginAgain();
      current?.work?.send();
      void turn();
    });
    writeCount.subscribe(pullSoon);
    // The password typed again in the dialog of an ended session mends what a turn failed by.
    onSessionChange((next) => {
      if (next && failures > 0) void turn();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      current?.work?.send();
      turnThenAsk();
    });
    const lookAgain = () => {
      const sync = current;
      if (sync) void freshen(sync).catch((error) => current === sync && failed(sync, error));
    };
    datePrompt.subscribe(lookAgain);
    setInterval(() => {
      lookAgain();
      current?.work?.sendWaiting();
      turnThenAsk();
    }, PULL_EVERY_MS);
  }

  return { compareAll, takeCantons, forgetHere, keepBooklets };
}

export const { compareAll, takeCantons, forgetHere, keepBooklets } = createBooklets();
