import { type DbFault, dbFault, isConnectionLost, isStuck } from '#server/base/db-errors.ts';

/** After a restart of PostgreSQL several connections of the pool may be broken. */
const TRIES = 3;

export const isLostConnection = (error: unknown): boolean => {
  const fault = dbFault(error);
  return fault !== null && isConnectionLost(fault);
};

async function retryWhile<T>(work: () => Promise<T>, mayRepeat: (fault: DbFault, attempt: number) => boolean) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const fault = dbFault(error);
      if (!fault || !mayRepeat(fault, attempt)) throw error;
    }
  }
}

/** Repeats work on another connection when its own was lost. @param again whether a repetition does no harm */
export const retryOnLostConnection = <T>(work: () => Promise<T>, again: () => boolean): Promise<T> =>
  retryWhile(work, (fault, attempt) => attempt < TRIES && isConnectionLost(fault) && again());

const WAITS_MS = 15_000;

/** Reads again while no connection is free in time or a lock is held, but does not begin again after 15 s. */
export function readWhenFree<T>(read: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  return retryWhile(read, (fault) => isStuck(fault) && performance.now() - begun <= WAITS_MS);
}
