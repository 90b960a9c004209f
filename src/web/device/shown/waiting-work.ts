import type { Sending } from '#domain/device/courier.ts';
import type { Waiting } from '#domain/sync/lane.ts';
import { createStore } from '#web/lib/store.ts';

/** The pending operations of the signed-in account, in order; null while no vault is open. */
export const waitingWork = createStore<readonly Waiting[] | null>(null);

export const sendingState = createStore<Sending>({ is: 'idle' });

export const lastSent = createStore(0);
