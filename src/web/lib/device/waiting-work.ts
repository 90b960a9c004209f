import type { Waiting } from '#domain/sync/lane.ts';
import { createStore } from '#web/lib/store.ts';

/** All that waits on this device for whoever is signed in, in order; null while no vault is open. */
export const waitingWork = createStore<readonly Waiting[] | null>(null);

/** What sending does: `done` of `total`; or why it does nothing. */
export type Sending =
  | { readonly is: 'idle' | 'later' }
  | { readonly is: 'sending'; readonly done: number; readonly total: number }
  /** The session has ended, and the person did not give the password. */
  | { readonly is: 'password' }
  /** The account may no longer send. */
  | { readonly is: 'role' }
  /** The server understands this application no longer. */
  | { readonly is: 'old' }
  /** … or not yet: it is the older of both. */
  | { readonly is: 'ahead' };

export const sendingState = createStore<Sending>({ is: 'idle' });

/** When something that waited was sent last, in milliseconds since 1970; 0 where nothing was lately. */
export const lastSent = createStore(0);
