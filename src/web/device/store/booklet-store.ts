import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { type DeviceRow, deviceRow, deviceRowOn, isChild } from '#domain/sync/device-row.ts';
import { placeOf, sealJson, unsealJson } from '#web/device/crypto/cipher.ts';
import { bucketOf } from './buckets.ts';
import type { VaultStores } from './stores.ts';

type Rows = Record<string, DeviceRow>;

const isOutdated = (row: DeviceRow, day: string) => isChild(row) && row.revisar <= day;

/** What came in one go: it is kept whole, or not at all. */
export interface Brought {
  readonly booklets: readonly SyncedBooklet[];
  /** Who is no longer to be here. */
  readonly gone: readonly string[];
  /** Kept with it, by key. */
  readonly states: Readonly<Record<string, unknown>>;
}

export type BookletStore = ReturnType<typeof createBookletStore>;

interface BookletVault {
  readonly stores: VaultStores;
  /** Seals everything. */
  readonly datos: CryptoKey;
  /** The vault's id: what is copied out of another one cannot be read. */
  readonly id: string;
  /** Nobody else writes meanwhile, in whatever page: what is rewritten was read before. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The booklets of one vault, each sealed for itself, and the rows by which they are found. */
export function createBookletStore({ stores, datos: key, id: vault, alone }: BookletVault) {
  const place = (store: string, name: string | number) => placeOf(vault, store, name);

  async function rowsIn(bucket: number): Promise<Rows> {
    const kept = await stores.get('indice', bucket);
    return kept ? ((await unsealJson(key, place('indice', bucket), kept.sellado)) as Rows) : {};
  }

  async function changedRows(rows: readonly DeviceRow[], gone: readonly string[]) {
    const buckets = new Map<number, Rows>();
    const inBucket = async (persona: string) => {
      const bucket = bucketOf(persona);
      const known = buckets.get(bucket) ?? (await rowsIn(bucket));
      buckets.set(bucket, known);
      return known;
    };
    for (const row of rows) (await inBucket(row._id))[row._id] = row;
    for (const persona of gone) delete (await inBucket(persona))[persona];
    const sealed: { cubo: number; sellado: Uint8Array<ArrayBuffer> }[] = [];
    for (const [cubo, some] of buckets)
      sealed.push({ cubo, sellado: await sealJson(key, place('indice', cubo), some) });
    return sealed;
  }

  async function write({ booklets, gone, states }: Brought, rows: readonly DeviceRow[]): Promise<void> {
    const sealed = await Promise.all(
      booklets.map(async (booklet) => ({
        ...{ persona: String(booklet.persona._id), tipo: booklet.tipo, cambio: booklet.cambio },
        sellado: await sealJson(key, place('libretas', String(booklet.persona._id)), booklet),
      })),
    );
    const buckets = await changedRows(rows, gone);
    const kept = await Promise.all(
      Object.entries(states).map(async ([clave, value]) => ({
        clave,
        sellado: await sealJson(key, place('estado', clave), value),
      })),
    );
    await stores.write({ libretas: { put: sealed, drop: gone }, indice: { put: buckets }, estado: { put: kept } });
  }

  const booklet = async (persona: string): Promise<SyncedBooklet | null> => {
    const kept = await stores.get('libretas', persona);
    return kept ? ((await unsealJson(key, place('libretas', persona), kept.sellado)) as SyncedBooklet) : null;
  };

  /** With the rows whose day has come computed anew. */
  async function bucketAnew(bucket: number, day: string): Promise<Rows> {
    const rows = await rowsIn(bucket);
    const anew: DeviceRow[] = [];
    for (const row of Object.values(rows)) {
      const whole = isOutdated(row, day) ? await booklet(row._id) : null;
      if (whole) anew.push(await deviceRowOn(whole, day));
    }
    await write({ booklets: [], gone: [], states: {} }, anew);
    return { ...rows, ...Object.fromEntries(anew.map((row) => [row._id, row])) };
  }

  return {
    booklet,

    /** @returns the rows of what was brought @throws DOMException QuotaExceededError when there is no room */
    async keep(brought: Brought): Promise<DeviceRow[]> {
      const rows = brought.booklets.map(deviceRow);
      await alone(() => write(brought, rows));
      return rows;
    },

    async state(clave: string): Promise<unknown> {
      const kept = await stores.get('estado', clave);
      return kept ? unsealJson(key, place('estado', clave), kept.sellado) : null;
    },

    /** Which booklets are here, each with the change that it holds. */
    async known(): Promise<Map<string, string>> {
      const all = new Map<string, string>();
      await stores.each('libretas', ({ persona, cambio }) => all.set(persona, cambio));
      return all;
    },

    /** The rows of one bucket as of a day; what follows from the day is computed anew, and kept. */
    async rowsOf(bucket: number, day: string): Promise<DeviceRow[]> {
      const rows = await rowsIn(bucket);
      const outdated = Object.values(rows).some((row) => isOutdated(row, day));
      return Object.values(outdated ? await alone(() => bucketAnew(bucket, day)) : rows);
    },
  };
}
