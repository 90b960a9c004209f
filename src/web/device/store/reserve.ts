import { isFull, type VaultStores } from './stores.ts';

/** The row whose bytes are given up on a full disk. */
export const RESERVE = 'reserva';

export const freeReserve = (stores: VaultStores): Promise<void> => stores.write({ reserva: { drop: [RESERVE] } });

/** Frees the reserved space and retries once when the disk is full. @throws DOMException QuotaExceededError */
export async function withRoom<T>(work: () => Promise<T>, free: () => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    await free();
    return work();
  }
}
