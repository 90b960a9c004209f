import type { AnswerOf } from '#domain/calls/define-call.ts';
import type { inventory, pullBooklets, someBooklets } from '#domain/calls/sync.ts';
import type { Reading } from '#domain/device/pulling.ts';
import { FORMAT, type PackedBooklets, unpackBooklets } from '#domain/sync/booklet-page.ts';
import type { DeviceRow } from '#domain/sync/device-row.ts';
import { type BookletStore, createBookletStore } from '#web/device/store/booklet-store.ts';
import type { Disk, VaultStores } from '#web/device/store/stores.ts';
import { OtherFormat } from './other-format.ts';

/** What opens the booklets of a vault. */
export interface KeeperVault {
  readonly id: string;
  readonly datos: CryptoKey;
}

/** What came, and what it changed. */
export interface Kept {
  readonly rows: readonly DeviceRow[];
  readonly gone: readonly string[];
}

type Page = AnswerOf<typeof pullBooklets> & PackedBooklets;
type Some = AnswerOf<typeof someBooklets> & PackedBooklets;

const READING = 'bajada';
const LISTS = 'listas';
const COMPARED_AT_ONCE = 250;

const read = async <T extends { formato: string }>(answer: Blob): Promise<T> => {
  const body = JSON.parse(await answer.text()) as T;
  if (body.formato !== FORMAT) throw new OtherFormat();
  return body;
};

export type Keeper = ReturnType<typeof createKeeper>;

/**
 * Keeps booklets away from the page that people work on: whatever takes long, taking apart, sealing, computing anew, happens here.
 * @param disk where the databases of vaults are
 * @param alone has nobody else write to the vault of that id meanwhile, in whatever page
 */
export function createKeeper(
  disk: Pick<Disk, 'openVault'>,
  alone: (vault: string) => <T>(work: () => Promise<T>) => Promise<T>,
) {
  let stores: VaultStores | undefined;
  let store: BookletStore | undefined;

  const opened = (): BookletStore => {
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

    async open({ id, datos }: KeeperVault): Promise<Reading | null> {
      await close();
      const own = await disk.openVault(id);
      stores = own;
      store = createBookletStore({ stores: own, datos, id, alone: alone(id) });
      const reading = (await store.state(READING)) as Reading | null;
      return reading?.formato === FORMAT ? reading : reading && { ...reading, siguiente: '', completo: false };
    },

    /** Takes a page of what changed. @throws OtherFormat, DOMException QuotaExceededError */
    async page(
      answer: Blob,
      then: Omit<Reading, 'formato' | 'siguiente' | 'completo' | 'total'> & { completo: boolean },
    ) {
      const page = await read<Page>(answer);
      const { formato, siguiente, total, salen: gone } = page;
      const reading: Reading = { ...then, formato, siguiente, total, completo: then.completo || page.completo };
      const rows = await opened().keep({ booklets: unpackBooklets(page), gone, states: { [READING]: reading } });
      return { rows, gone, reading, more: !page.completo };
    },

    /** Lets go of what is no longer to be here. @returns what is missing, or is another than here, in parts that can be asked for */
    async compare({ personas, cambios }: AnswerOf<typeof inventory>, anew: boolean) {
      const here = await opened().known();
      const listed = new Set(personas);
      const gone = [...here.keys()].filter((persona) => !listed.has(persona));
      const missing = personas.filter((persona, at) => anew || here.get(persona) !== cambios[at]);
      await opened().keep({ booklets: [], gone, states: {} });
      const parts: string[][] = [];
      for (let at = 0; at < missing.length; at += COMPARED_AT_ONCE)
        parts.push(missing.slice(at, at + COMPARED_AT_ONCE));
      return { gone, parts };
    },

    /** Takes some booklets that were asked for. @throws OtherFormat, DOMException QuotaExceededError */
    async some(answer: Blob): Promise<Kept> {
      const booklets = unpackBooklets(await read<Some>(answer));
      return { rows: await opened().keep({ booklets, gone: [], states: {} }), gone: [] };
    },

    /** After all has been compared: the feed goes on from there. */
    async compared(
      { formato, siguiente, personas }: AnswerOf<typeof inventory>,
      then: Pick<Reading, 'alcance' | 'contacto'>,
    ) {
      const reading: Reading = {
        ...{ ...then, formato, siguiente, completo: true, total: personas.length, revisado: then.contacto },
      };
      await opened().keep({ booklets: [], gone: [], states: { [READING]: reading } });
      return reading;
    },

    /** Everything goes, as when other cantons are taken along. */
    async empty(): Promise<Kept> {
      const gone = [...(await opened().known()).keys()];
      await opened().keep({ booklets: [], gone, states: { [READING]: null } });
      return { rows: [], gone };
    },

    /** One part of all rows as of a day; see `BUCKETS`. */
    rows: (bucket: number, day: string): Promise<DeviceRow[]> => opened().rowsOf(bucket, day),
    booklet: (persona: string) => opened().booklet(persona),
    lists: () => opened().state(LISTS),
    keepLists: async (lists: unknown): Promise<void> => {
      await opened().keep({ booklets: [], gone: [], states: { [LISTS]: lists } });
    },
  };
}
