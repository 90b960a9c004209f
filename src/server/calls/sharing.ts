import type { FastifyRequest } from 'fastify';
import { createTurns } from '#server/base/turns.ts';
import { createSharedReads } from '#server/lists/shared-read.ts';

/** What a handler of shared answers gets: nothing of a single request. */
export interface SharedInput<Query> {
  readonly query: Query;
  /** Called before a long wait for something other than the database. */
  readonly waits: () => void;
}

/** Reads that began after a wait have left their requests' turns at the database; these are their own, for all calls together. */
const LATER_READS = { atOnce: 2, longestQueue: 1_000, longestWaitMs: 10_000 };

const laterTurn = createTurns(LATER_READS);

/** Runs work in a turn that ends with the work, or earlier if the work leaves it. */
const inLaterTurn = <T>(work: (leave: () => void) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const untilLeft = () =>
      new Promise<void>((leave, fail) => {
        work(leave)
          .then(resolve)
          .then(leave, (error) => {
            // Turns refuse those who waited while the database was stuck.
            reject(error);
            fail(error);
          });
      });
    laterTurn(untilLeft).catch(reject);
  });

/** Calls a handler once for all simultaneous requests with equal queries; those that wait for its earlier call leave their turns. */
export function sharing<Query, T>(handler: (input: SharedInput<Query>) => T | Promise<T>) {
  const reads = createSharedReads<T>();
  return ({ query, request }: { query: Query; request: FastifyRequest }): Promise<T> => {
    const leaveTurn = () => request.leaveTurn?.();
    const read = async (isLater: boolean) => {
      if (!isLater) return handler({ query, waits: leaveTurn });
      return inLaterTurn(async (leave) => handler({ query, waits: leave }));
    };
    return reads(JSON.stringify(query), read, leaveTurn);
  };
}
