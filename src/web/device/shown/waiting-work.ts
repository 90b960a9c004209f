import type { SendProgress } from '#domain/device/courier.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { createStore } from '#web/lib/store.ts';

/** The pending operations of the signed-in account, in order; null while no vault is open. */
export const waitingWork = createStore<readonly PendingOperation[] | null>(null);

export const sendingState = createStore<SendProgress>({ is: 'idle' });

export const lastSent = createStore(0);
