import { today } from '#domain/calendar.ts';
import type { CallAnswer } from '#domain/calls/define-call.ts';
import type { syncedLists } from '#domain/calls/sync.ts';
import { now } from '#domain/clock.ts';
import { listsAreDue, type PullPosition } from '#domain/device/pulling.ts';
import { createIndexRows, type IndexRows } from '#web/device/keeper/index-rows.ts';
import type { StoredBooklets } from '#web/device/keeper/keeper.ts';
import keeperAddress from '#web/device/keeper/keeper.worker.ts?worker&url';
import { connectKeeper, KeeperFailed, type RemoteKeeper } from '#web/device/keeper/keeper-messages.ts';
import { pullAll, pullLists } from '#web/device/keeper/pull.ts';
import { type PageMessage, postToPages } from '#web/device/pages/pages.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { type DeviceStatus, deviceStatus } from '#web/device/shown/status.ts';
import { BUCKETS, bucketOf } from '#web/device/store/buckets.ts';
import { NewerDatabase } from '#web/device/store/database-versions.ts';
import { failureOf } from '#web/lib/api-errors.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { queryClient, readAgain } from '#web/lib/query-client.ts';
import { shownFromDevice } from '#web/lib/source/shown-from-device.ts';
import type { Work } from './work.ts';

type Lists = CallAnswer<typeof syncedLists>;

/** One open vault: its booklets, the worker that keeps them, and where the pull has come to. */
export interface SyncSession {
  readonly vault: OpenVault;
  readonly keeper: RemoteKeeper;
  readonly index: IndexRows;
  readonly worker: Worker;
  readonly leaving: AbortController;
  /** Rejects when the session ends. */
  readonly left: Promise<never>;
  turning: Promise<boolean> | null;
  stopListening: () => void;
  work: Work | null;
  reading: PullPosition | null;
  /** The server's booklets had other fields when this page last pulled. */
  otherFormat: boolean;
  day: string;
  listsAt: number;
  lists: Lists | null;
}

export type BookletsMessage = Pick<Extract<PageMessage, { type: 'booklets' }>, 'changed' | 'reading'>;

export interface PullOptions {
  readonly thorough?: boolean;
}

/** Starts the worker; nothing is opened yet. */
export function createSyncSession(vault: OpenVault): SyncSession {
  const worker = new Worker(keeperAddress, { type: 'module' });
  const leaving = new AbortController();
  const left = new Promise<never>((_, reject) => {
    leaving.signal.addEventListener('abort', () => reject(leaving.signal.reason));
  });
  left.catch(() => undefined);
  return {
    ...{ vault, keeper: connectKeeper(worker), index: createIndexRows(), worker, leaving, left },
    ...{ turning: null, stopListening: () => undefined, reading: null, otherFormat: false, day: today() },
    ...{ listsAt: 0, lists: null, work: null },
  };
}

export function closeSyncSession({ worker, stopListening, leaving, work }: SyncSession): void {
  work?.close();
  leaving.abort();
  stopListening();
  worker.terminate();
  // It answers nothing more, and a turn that waited for it would hold up all later ones.
  worker.dispatchEvent(new Event('error'));
}

const cantonsOf = (reading: PullPosition | null) => reading?.alcance.split(',').filter(Boolean) ?? [];

export function publishStatus({ index, reading, leaving }: SyncSession, phase: DeviceStatus['phase']): void {
  if (leaving.signal.aborted) return;
  deviceStatus.set({
    ...{ phase, got: index.size(), total: Math.max(reading?.total ?? 0, index.size()) },
    ...{ contacto: reading?.contacto ?? '', completo: reading?.completo ?? false, cantones: cantonsOf(reading) },
  });
}

const renewShown = () => {
  if (shownFromDevice.get()) void queryClient.invalidateQueries();
};

export async function showChanges(sync: SyncSession, changed: readonly string[]): Promise<void> {
  try {
    await sync.work?.came(changed);
    renewShown();
    // A booklet that left the device may be open on the screen.
    readAgain(changed.filter((id) => !sync.index.one(id)));
  } catch (error) {
    failed(sync, error);
  }
}

const isFull = (error: unknown) => error instanceof KeeperFailed && error.name === 'QuotaExceededError';

function phaseOf(error: unknown): DeviceStatus['phase'] {
  if (isFull(error)) return 'full';
  return failureOf(error) === 'behind' || error instanceof NewerDatabase ? 'old' : 'waiting';
}

/** Logs the failure and shows what it means for the device. */
export function failed(sync: SyncSession, error: unknown): void {
  if (sync.leaving.signal.aborted) return;
  logLoadFailure('la libreta en este equipo', error);
  if (failureOf(error) === 'behind') sync.otherFormat = true;
  publishStatus(sync, phaseOf(error));
}

/** Pulls what changed on the server, and shows it here and in the other tabs. */
export async function pull(sync: SyncSession, alcance: string, { thorough = false }: PullOptions): Promise<void> {
  const { keeper, index, vault, leaving } = sync;
  const tell = (message: BookletsMessage) => postToPages({ type: 'booklets', vault: vault.id, ...message });
  const { signal } = leaving;
  const first = !sync.reading?.completo;
  if (first) publishStatus(sync, 'coming');
  const onStored = ({ rows, removed }: StoredBooklets) => {
    index.change(rows, removed);
    const changed = [...rows.map(({ _id }) => _id), ...removed];
    if (changed.length === 0) return;
    tell({ changed });
    void showChanges(sync, changed);
  };
  const onRead = (reading: PullPosition) => {
    sync.reading = reading;
    sync.otherFormat = false;
    tell({ changed: [], reading });
    publishStatus(sync, reading.completo ? 'ready' : 'coming');
  };
  const at = now().getTime();
  if (listsAreDue(at, sync.listsAt)) {
    await pullLists(keeper, signal);
    sync.listsAt = at;
    sync.lists = null;
  }
  await pullAll(keeper, sync.reading, alcance, { onStored, onRead }, { thorough, signal });
}

const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket);

export async function rowsFor(
  { keeper, index }: SyncSession,
  buckets: Iterable<number> = ALL_BUCKETS,
  removed: readonly string[] = [],
) {
  const day = today();
  index.change([], removed);
  for (const bucket of buckets) index.change(await keeper.rows(bucket, day), []);
}

/** On a new day, recomputes the rows that depend on the date. */
export async function freshen(sync: SyncSession): Promise<void> {
  const day = today();
  if (sync.day === day) return;
  const before = sync.day;
  sync.day = day;
  try {
    await rowsFor(sync);
    await sync.work?.overlay.follow();
  } catch (error) {
    sync.day = before;
    throw error;
  }
  renewShown();
}

/** Shows what another tab pulled. */
export async function applyChanges(sync: SyncSession, { changed, reading }: BookletsMessage): Promise<void> {
  await rowsFor(sync, new Set(changed.map(bucketOf)), changed);
  if (reading) sync.reading = reading;
  if (sync.work) publishStatus(sync, sync.reading?.completo ? 'ready' : 'coming');
  await showChanges(sync, changed);
}

/** Whether the device has every booklet that the account may see. */
export const hasWholeCountry = ({ reading }: SyncSession): boolean =>
  reading?.completo === true && reading.alcance === '';

export async function listsOf(sync: SyncSession): Promise<Lists | null> {
  sync.lists ??= (await sync.keeper.lists()) as Lists | null;
  return sync.lists;
}
