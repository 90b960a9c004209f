import type { Outcome } from '#domain/calls/sending.ts';
import { now } from '#domain/clock.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';
import type { Bytes } from '#web/device/crypto/bytes.ts';
import { randomBytes, sealingPlace, sealJson, unsealJson } from '#web/device/crypto/cipher.ts';
import { freeReserve, RESERVE, withRoom } from './reserve.ts';
import { type CopiedRow, copiedRows, copyAllRows, copyRows } from './second-copy.ts';
import type { VaultStores } from './stores.ts';

export interface EndedOperation {
  readonly op: string;
  readonly hace: PendingOperation['hace'];
  readonly tipo: string;
  readonly persona: string;
  readonly _id: string;
  readonly quien: string;
  readonly capturado: string;
  readonly cuando: number;
  readonly como: 'enviada' | 'retenida' | 'descartada' | 'pasada';
  readonly motivo?: Outcome['motivo'];
  /** The clock was wrong when it was recorded, so its date may be too. */
  readonly fechaDudosa?: true;
}

export interface OutboxChange {
  readonly put: readonly PendingOperation[];
  readonly drop: readonly PendingOperation[];
  readonly ended: readonly EndedOperation[];
}

interface SealedChange {
  readonly drop: OutboxChange['drop'];
  readonly kept: readonly CopiedRow[];
  readonly over: readonly KeptEnded[];
}

const OUTBOX_MARK = 'salida';
/** Present after a restoration, until its operations are frozen. */
const RESTORED_MARK = 'restaurada';
/** The change that stores copied operations. Pages that are still open have a lower mark in memory, so they read the outbox again. */
export function asRestored(rows: readonly CopiedRow[]) {
  const numero = now().getTime();
  const marcas = { put: [OUTBOX_MARK, RESTORED_MARK].map((clave) => ({ clave, numero })) };
  return { salida: { put: rows }, marcas };
}

const RESERVE_BYTES = 5_000_000;
const WORTH_RESERVING = 20 * RESERVE_BYTES;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

interface KeptEnded {
  readonly op: string;
  readonly cuando: number;
  readonly sellado: Bytes;
}
const newestFirst = (one: KeptEnded, other: KeptEnded) => other.cuando - one.cuando;

export function createOutboxStore(stores: VaultStores, key: CryptoKey, vault: string) {
  const place = (store: string, name: string | number) => sealingPlace(vault, store, name);

  const unsealed = async ({ op, sellado }: KeptEnded) =>
    (await unsealJson(key, place('enviados', op), sellado)) as EndedOperation;

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

  /** Durable when it resolves: the user is told that the work is saved. */
  const write = ({ kept, drop, over }: SealedChange, expectedMark: number): Promise<number | null> =>
    stores.change(['marcas', 'salida', 'enviados'], (marks) => {
      const before = marks.find(({ clave }) => clave === OUTBOX_MARK)?.numero ?? 0;
      if (before !== expectedMark) return [null];
      const numero = before + 1;
      const salida = { put: kept, drop: drop.map(({ orden }) => orden) };
      return [numero, { salida, enviados: { put: over }, marcas: { put: [{ clave: OUTBOX_MARK, numero }] } }];
    });

  return {
    sealed,

    mark: async (): Promise<number> => (await stores.get('marcas', OUTBOX_MARK))?.numero ?? 0,

    async all(): Promise<PendingOperation[]> {
      const kept = await stores.all('salida');
      return Promise.all(
        kept.map(
          async ({ orden, sellado }) => (await unsealJson(key, place('salida', orden), sellado)) as PendingOperation,
        ),
      );
    },

    /** @param expectedMark the counter that the caller read @returns the new counter; null, without a change, when another page was first */
    async change(change: SealedChange, expectedMark: number): Promise<number | null> {
      const numero = await withRoom(
        () => write(change, expectedMark),
        () => freeReserve(stores),
      );
      if (numero !== null)
        copyRows(
          vault,
          change.kept,
          change.drop.map(({ orden }) => orden),
        );
      return numero;
    },

    isRestored: (): Promise<boolean> => stores.has('marcas', RESTORED_MARK),
    restorationEnds: (): Promise<void> => stores.write({ marcas: { drop: [RESTORED_MARK] } }),

    /** Makes the second copy equal to what is stored; a database in which no operation was ever stored gets them from the copy. */
    async matchCopy(): Promise<void> {
      const numero = await stores.get('marcas', OUTBOX_MARK);
      if (numero) return copyAllRows(vault, await stores.all('salida'));
      const rows = copiedRows(vault);
      if (rows.length > 0) await stores.write(asRestored(rows), { strict: true });
    },

    async ended({
      offset,
      limit,
    }: {
      offset: number;
      limit: number;
    }): Promise<{ rows: EndedOperation[]; total: number }> {
      const kept = (await stores.all('enviados')).sort(newestFirst);
      return { rows: await Promise.all(kept.slice(offset, offset + limit).map(unsealed)), total: kept.length };
    },

    async lastSent(since: number): Promise<number> {
      for (const one of (await stores.all('enviados')).sort(newestFirst)) {
        if (one.cuando < since) break;
        if ((await unsealed(one)).como === 'enviada') return one.cuando;
      }
      return 0;
    },

    /** The ids of the records whose creation ended since then. */
    async createdSince(since: number): Promise<string[]> {
      const kept = (await stores.all('enviados')).filter(({ cuando }) => cuando >= since);
      return (await Promise.all(kept.map(unsealed))).flatMap(({ hace, _id }) => (hace === 'crear' ? [_id] : []));
    },

    async forgetOld(): Promise<void> {
      const until = now().getTime() - KEPT_DAYS * DAY_MS;
      const old = (await stores.all('enviados')).filter(({ cuando }) => cuando < until);
      await stores.write({ enviados: { drop: old.map(({ op }) => op) } });
    },

    /** Reserves space while there is plenty, for records that are saved when the disk is full. */
    async reserve(): Promise<void> {
      if (await stores.has('reserva', RESERVE)) return;
      const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
      if (quota - usage < WORTH_RESERVING) return;
      const bytes = new Uint8Array(RESERVE_BYTES);
      // `getRandomValues` fills at most 65,536 bytes per call.
      for (let at = 0; at < RESERVE_BYTES; at += 50_000) bytes.set(randomBytes(50_000), at);
      await stores.write({ reserva: { put: [{ clave: RESERVE, bytes }] } });
    },

    /** The stored booklet's change number; null when it is not on the device. */
    changeOf: async (persona: string): Promise<string | null> =>
      (await stores.get('libretas', persona))?.cambio ?? null,

    close: (): void => stores.close(),
  };
}
