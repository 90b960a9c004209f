import type { VaultStores } from './stores.ts';

/** The row whose bytes are given up on a full disk. */
export const RESERVE = 'reserva';

export const freeReserve = (stores: VaultStores): Promise<void> => stores.write({ reserva: { drop: [RESERVE] } });
