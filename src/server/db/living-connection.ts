import { dbFault, isConnectionLost } from '#server/base/db-errors.ts';

/** After a restart of PostgreSQL several connections of the pool may be gone without its knowing. */
const TRIES = 3;

export const lost = (error: unknown): boolean => {
  const fault = dbFault(error);
  return fault !== null && isConnectionLost(fault);
};

/**
 * Runs something again, on another connection, when the one that it had turns out to be gone.
 * @param again whether that does no harm: nothing was done yet, or what was done is recognised
 */
export async function onLivingConnection<T>(work: () => Promise<T>, again: () => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !lost(error) || !again()) throw error;
    }
  }
}
