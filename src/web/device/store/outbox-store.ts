import type { Outcome } from '#domain/calls/sending.ts';
import { now } from '#domain/clock.ts';
import type { Waiting } from '#domain/sync/lane.ts';
import type { Bytes } from '#web/device/crypto/bytes.ts';
import { placeOf, randomBytes, sealJson, unsealJson } from '#web/device/crypto/cipher.ts';
import type { VaultStores } from './stores.ts';

/** What became of an operation that no longer waits. */
export interface Ended {
  readonly op: string;
  readonly hace: Waiting['hace'];
  readonly tipo: string;
  readonly persona: string;
  readonly _id: string;
  /** Whom it is about, as the person knew her or him. */
  readonly quien: string;
  readonly capturado: string;
  /** Milliseconds since 1970. */
  readonly cuando: number;
  readonly como: 'enviada' | 'retenida' | 'descartada' | 'pasada';
  readonly motivo?: Outcome['motivo'];
}

/** What changes in one step, or not at all. */
export interface OutboxChange {
  readonly put: readonly Waiting[];
  readonly drop: readonly Waiting[];
  readonly ended: readonly Ended[];
}

interface SealedChange {
  readonly drop: OutboxChange['drop'];
  readonly kept: readonly { orden: number; sellado: Bytes }[];
  readonly over: readonly KeptEnded[];
}

const MARK = 'salida';
const RESERVE = 'reserva';
const RESERVE_BYTES = 5_000_000;
/** Less room than this is left to the booklets. */
const WORTH_RESERVING = 20 * RESERVE_BYTES;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

interface KeptEnded {
  readonly op: string;
  readonly cuando: number;
  readonly sellado: Bytes;
}
const newestFirst = (one: KeptEnded, other: KeptEnded) => other.cuando - one.cuando;

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

/** What waits in one vault, each operation sealed for itself, and what became of the others. */
export function createOutboxStore(stores: VaultStores, key: CryptoKey, vault: string) {
  const place = (store: string, name: string | number) => placeOf(vault, store, name);

  const unsealed = async ({ op, sellado }: KeptEnded) =>
    (await unsealJson(key, place('enviados', op), sellado)) as Ended;

  const sealed = async ({ put, drop, ended }: OutboxChange) => ({
    drop,
    kept: await Promise.all(
      put.map(async (one) => ({
        orden: one.orden,
        sellado: await sealJson(key, place('salida', one.orden), one),
      })),
    ),
    over: await Promise.all(
      ended.map(async (one) => ({
        ...{ op: one.op, cuando: one.cuando },
        sellado: await sealJson(key, place('enviados', one.op), one),
      })),
    ),
  });

  /** On the disk before it answers: whoever is told that something is kept must find it again. */
  const write = ({ kept, drop, over }: SealedChange, known: number): Promise<number | null> =>
    stores.change(['marcas', 'salida', 'enviados'], (marks) => {
      const before = marks.find(({ clave }) => clave === MARK)?.numero ?? 0;
      if (before !== known) return [null];
      const numero = before + 1;
      const salida = { put: kept, drop: drop.map(({ orden }) => orden) };
      return [numero, { salida, enviados: { put: over }, marcas: { put: [{ clave: MARK, numero }] } }];
    });

  /** Does it, once more with the room that was set aside where there was none. @throws DOMException QuotaExceededError without that */
  async function withRoom<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error)) throw error;
      await stores.write({ reserva: { drop: [RESERVE] } });
      return work();
    }
  }

  return {
    withRoom,

    /** As it is written; can be made ready before it is anybody's turn to write. */
    sealed,

    /** How often it was changed. */
    mark: async (): Promise<number> => (await stores.get('marcas', MARK))?.numero ?? 0,

    /** All that waits, in order. */
    async all(): Promise<Waiting[]> {
      const kept = await stores.all('salida');
      return Promise.all(
        kept.map(async ({ orden, sellado }) => (await unsealJson(key, place('salida', orden), sellado)) as Waiting),
      );
    },

    /**
     * @param known how often it was changed, as whoever changes it knows it
     * @returns how often it was changed by now; null, and nothing is changed, where it was more often
     * @throws DOMException QuotaExceededError where even the reserve is used up
     */
    change: (change: SealedChange, known: number): Promise<number | null> => withRoom(() => write(change, known)),

    /** What became of what no longer waits, the newest first. */
    async ended({ offset, limit }: { offset: number; limit: number }): Promise<{ rows: Ended[]; total: number }> {
      const kept = (await stores.all('enviados')).sort(newestFirst);
      return { rows: await Promise.all(kept.slice(offset, offset + limit).map(unsealed)), total: kept.length };
    },

    /** When something was sent last, in milliseconds since 1970; 0 where nothing was since then. */
    async lastSent(since: number): Promise<number> {
      for (const one of (await stores.all('enviados')).sort(newestFirst)) {
        if (one.cuando < since) break;
        if ((await unsealed(one)).como === 'enviada') return one.cuando;
      }
      return 0;
    },

    async forgetOld(): Promise<void> {
      const until = now().getTime() - KEPT_DAYS * DAY_MS;
      const old = (await stores.all('enviados')).filter(({ cuando }) => cuando < until);
      await stores.write({ enviados: { drop: old.map(({ op }) => op) } });
    },

    /** Takes room while there is plenty; what is recorded later may have it. */
    async reserve(): Promise<void> {
      if (await stores.has('reserva', RESERVE)) return;
      const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
      if (quota - usage < WORTH_RESERVING) return;
      const bytes = new Uint8Array(RESERVE_BYTES);
      // As much as is drawn at once.
      for (let at = 0; at < RESERVE_BYTES; at += 50_000) bytes.set(randomBytes(50_000), at);
      await stores.write({ reserva: { put: [{ clave: RESERVE, bytes }] } });
    },

    /** The last change of a booklet that came down; null where it is not here. */
    changeOf: async (persona: string): Promise<string | null> =>
      (await stores.get('libretas', persona))?.cambio ?? null,

    close: (): void => stores.close(),
  };
}
