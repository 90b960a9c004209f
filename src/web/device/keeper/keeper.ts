import type { CallAnswer } from '#domain/calls/define-call.ts';
import type { bookletsById, inventory, pullBooklets } from '#domain/calls/sync.ts';
import type { PullPosition } from '#domain/device/pulling.ts';
import { BOOKLET_FORMAT, type PackedBooklets, unpackBooklets } from '#domain/sync/booklet-page.ts';
import type { DeviceRow } from '#domain/sync/device-row.ts';
import { type BookletStore, createBookletStore } from '#web/device/store/booklet-store.ts';
import type { Disk, VaultStores } from '#web/device/store/stores.ts';
import { OtherFormat } from './other-format.ts';

export interface KeeperVault {
  readonly id: string;
  readonly datos: CryptoKey;
}

export interface StoredBooklets {
  readonly rows: readonly DeviceRow[];
  readonly removed: readonly string[];
}

type Page = CallAnswer<typeof pullBooklets> & PackedBooklets;
type Some = CallAnswer<typeof bookletsById> & PackedBooklets;

const READING = 'bajada';
const LISTS = 'listas';
const COMPARED_AT_ONCE = 250;

const read = async <T extends { formato: string }>(answer: Blob): Promise<T> => {
  const body = JSON.parse(await answer.text()) as T;
  if (body.formato !== BOOKLET_FORMAT) throw new OtherFormat();
  return body;
};

export type Keeper = ReturnType<typeof createKeeper>;

/** Runs in a worker, off the page's thread. @param alone excludes writes of other pages to that vault */
export function createKeeper(
  disk: Pick<Disk, 'openVault'>,
  alone: (vault: string) => <T>(work: () => Promise<T>) => Promise<T>,
) {
  let stores: VaultStores | undefined;
  let store: BookletStore | undefined;

  const openStore = (): BookletStore => {
    if (!store) throw new Error('no vault is open');
    return store;
  };
  const close = async () => {
    stores?.close();
    stores = undefined;
    store = undefined;
  };

  return {
    close,

    async open({ id, datos }: KeeperVault): Promise<PullPosition | null> {
      await close();
      const own = await disk.openVault(id);
      stores = own;
      store = createBookletStore({ stores: own, datos, id, alone: alone(id) });
      const reading = (await store.state(READING)) as PullPosition | null;
      return reading?.formato === BOOKLET_FORMAT ? reading : reading && { ...reading, siguiente: '', completo: false };
    },

    async page(
      answer: Blob,
      progress: Omit<PullPosition, 'formato' | 'siguiente' | 'completo' | 'total'> & { completo: boolean },
    ) {
      const page = await read<Page>(answer);
      const { formato, siguiente, total, salen: removed } = page;
      const reading: PullPosition = {
        ...progress,
        formato,
        siguiente,
        total,
        completo: progress.completo || page.completo,
      };
      const rows = await openStore().keep({
        booklets: unpackBooklets(page),
        removed,
        states: { [READING]: reading },
      });
      return { rows, removed, reading, more: !page.completo };
    },

    /** Removes booklets that are not in the inventory. @returns missing and outdated ids, in batches */
    async compare({ personas, cambios }: CallAnswer<typeof inventory>, refetchAll: boolean) {
      const stored = await openStore().storedVersions();
      const listed = new Set(personas);
      const removed = [...stored.keys()].filter((persona) => !listed.has(persona));
      const missing = personas.filter((persona, at) => refetchAll || stored.get(persona) !== cambios[at]);
      await openStore().keep({ booklets: [], removed, states: {} });
      const parts: string[][] = [];
      for (let at = 0; at < missing.length; at += COMPARED_AT_ONCE)
        parts.push(missing.slice(at, at + COMPARED_AT_ONCE));
      return { removed, parts };
    },

    async some(answer: Blob): Promise<StoredBooklets> {
      const booklets = unpackBooklets(await read<Some>(answer));
      return { rows: await openStore().keep({ booklets, removed: [], states: {} }), removed: [] };
    },

    async compared(
      { formato, siguiente, personas }: CallAnswer<typeof inventory>,
      progress: Pick<PullPosition, 'alcance' | 'contacto'>,
    ) {
      const reading: PullPosition = {
        ...{ ...progress, formato, siguiente, completo: true, total: personas.length, revisado: progress.contacto },
      };
      await openStore().keep({ booklets: [], removed: [], states: { [READING]: reading } });
      return reading;
    },

    async empty(): Promise<StoredBooklets> {
      const removed = [...(await openStore().storedVersions()).keys()];
      await openStore().keep({ booklets: [], removed, states: { [READING]: null } });
      return { rows: [], removed };
    },

    rows: (bucket: number, day: string): Promise<DeviceRow[]> => openStore().rowsOf(bucket, day),
    booklet: (persona: string) => openStore().booklet(persona),
    lists: () => openStore().state(LISTS),
    keepLists: async (lists: unknown): Promise<void> => {
      await openStore().keep({ booklets: [], removed: [], states: { [LISTS]: lists } });
    },
  };
}
