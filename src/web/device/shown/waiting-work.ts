import type { Sending } from '#domain/device/courier.ts';
import type { Waiting } from '#domain/sync/lane.ts';
import { createStore } from '#web/lib/store.ts';

/** All that waits on this device for whoever is signed in, in order; null while no vault is open. */
export const waitingWork = createStore<readonly Waiting[] | null>(null);

export const sendingState = createStore<Sending>({ is: 'idle' });

/** When something that waited was sent last, in milliseconds since 1970; 0 where nothing was lately. */
export const lastSent = createStore(0);
