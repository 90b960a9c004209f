import { dbFault, isConnectionLost, isStuck } from '#server/base/db-errors.ts';

/** After a restart of PostgreSQL several connections of the pool may be broken. */
const TRIES = 3;

export const isLostConnection = (error: unknown): boolean => {
  const fault = dbFault(error);
  return fault !== null && isConnectionLost(fault);
};

/** Repeats work on another connection when its own was lost. @param again whether a repetition does no harm */
export async function retryOnLostConnection<T>(work: () => Promise<T>, again: () => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isLostConnection(error) || !again()) throw error;
    }
  }
}

const WAITS_MS = 15_000;

/** Reads again while no connection is free in time or a lock is held. */
export async function readWhenFree<T>(read: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const fault = dbFault(error);
      if (!fault || !isStuck(fault) || performance.now() - begun > WAITS_MS) throw error;
    }
  }
}
