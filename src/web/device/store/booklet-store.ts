import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { type DeviceRow, deviceRow, deviceRowOn, isChild } from '#domain/sync/device-row.ts';
import { sealingPlace, sealJson, unsealJson } from '#web/device/crypto/cipher.ts';
import { bucketOf } from './buckets.ts';
import { isFull, isInterrupted, type VaultStores } from './stores.ts';

type Rows = Record<string, DeviceRow>;

const isOutdated = (row: DeviceRow, day: string) => isChild(row) && row.revisar <= day;

/** One change of the store, written as a whole or not at all. */
export interface BookletChanges {
  readonly booklets: readonly SyncedBooklet[];
  readonly removed: readonly string[];
  readonly states: Readonly<Record<string, unknown>>;
}

export type BookletStore = ReturnType<typeof createBookletStore>;

interface BookletVault {
  readonly stores: VaultStores;
  readonly datos: CryptoKey;
  readonly id: string;
  /** Excludes writes of other pages: a bucket is read, changed and written back. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createBookletStore({ stores, datos: key, id: vault, alone }: BookletVault) {
  const place = (store: string, name: string | number) => sealingPlace(vault, store, name);

  async function rowsIn(bucket: number): Promise<Rows> {
    const kept = await stores.get('indice', bucket);
    return kept ? ((await unsealJson(key, place('indice', bucket), kept.sellado)) as Rows) : {};
  }

  async function changedRows(rows: readonly DeviceRow[], removed: readonly string[]) {
    const buckets = new Map<number, Rows>();
    const inBucket = async (persona: string) => {
      const bucket = bucketOf(persona);
      const bucketRows = buckets.get(bucket) ?? (await rowsIn(bucket));
      buckets.set(bucket, bucketRows);
      return bucketRows;
    };
    for (const row of rows) (await inBucket(row._id))[row._id] = row;
    for (const persona of removed) delete (await inBucket(persona))[persona];
    const sealed: { cubo: number; sellado: Uint8Array<ArrayBuffer> }[] = [];
    for (const [cubo, some] of buckets)
      sealed.push({ cubo, sellado: await sealJson(key, place('indice', cubo), some) });
    return sealed;
  }

  async function write({ booklets, removed, states }: BookletChanges, rows: readonly DeviceRow[]): Promise<void> {
    const sealed = await Promise.all(
      booklets.map(async (booklet) => ({
        ...{ persona: String(booklet.persona._id), tipo: booklet.tipo, cambio: booklet.cambio },
        sellado: await sealJson(key, place('libretas', String(booklet.persona._id)), booklet),
      })),
    );
    const buckets = await changedRows(rows, removed);
    const kept = await Promise.all(
      Object.entries(states).map(async ([clave, value]) => ({
        clave,
        sellado: await sealJson(key, place('estado', clave), value),
      })),
    );
    await stores.write({ libretas: { put: sealed, drop: removed }, indice: { put: buckets }, estado: { put: kept } });
  }

  const booklet = async (persona: string): Promise<SyncedBooklet | null> => {
    const kept = await stores.get('libretas', persona);
    return kept ? ((await unsealJson(key, place('libretas', persona), kept.sellado)) as SyncedBooklet) : null;
  };

  async function recomputeBucket(bucket: number, day: string): Promise<Rows> {
    const rows = await rowsIn(bucket);
    const recomputed: DeviceRow[] = [];
    for (const row of Object.values(rows)) {
      const whole = isOutdated(row, day) ? await booklet(row._id) : null;
      if (whole) recomputed.push(await deviceRowOn(whole, day));
    }
    await write({ booklets: [], removed: [], states: {} }, recomputed).catch((error) => {
      // On a full disk the rows are recomputed again next time.
      if (!isFull(error) && !isInterrupted(error)) throw error;
    });
    return { ...rows, ...Object.fromEntries(recomputed.map((row) => [row._id, row])) };
  }

  return {
    booklet,

    /** @returns the index rows of the booklets @throws DOMException QuotaExceededError */
    async keep(brought: BookletChanges): Promise<DeviceRow[]> {
      const rows = brought.booklets.map(deviceRow);
      await alone(() => write(brought, rows));
      return rows;
    },

    async state(clave: string): Promise<unknown> {
      const kept = await stores.get('estado', clave);
      return kept ? unsealJson(key, place('estado', clave), kept.sellado) : null;
    },

    async storedVersions(): Promise<Map<string, string>> {
      const all = new Map<string, string>();
      await stores.each('libretas', ({ persona, cambio }) => all.set(persona, cambio));
      return all;
    },

    /** The rows of one bucket as of a day; outdated rows are recomputed, and stored where there is room. */
    async rowsOf(bucket: number, day: string): Promise<DeviceRow[]> {
      const rows = await rowsIn(bucket);
      const outdated = Object.values(rows).some((row) => isOutdated(row, day));
      return Object.values(outdated ? await alone(() => recomputeBucket(bucket, day)) : rows);
    },
  };
}
