import { dbFault, isConnectionLost } from '#server/base/db-errors.ts';

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
