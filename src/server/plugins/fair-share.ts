import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createTurns } from '#server/base/turns.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { ANSWER_TIMEOUT_MS } from '#server/db/postgres.ts';

/** Connections of one kind of request: so many that other kinds find one while a table is locked. */
const AT_ONCE = 6;
const LONGEST_QUEUE = 1_000;
const LONGEST_WAIT_MS = 2_500;

/** Sign-ins and deliveries of devices have turns of their own, health has a connection of its own. */
const KIND = /^\/api\/(?!auth\b|health\b|docs\b|sincronizacion\/(?:envio|entrega)$)([^/]+)/;

interface FairShareOptions {
  /** Milliseconds for which a request waits for its turn at most. */
  longestWaitMs?: number | undefined;
}

/** One kind of request cannot take all connections, as when its table is locked. Within a kind, accounts or addresses take turns. */
export const fairSharePlugin = fp(
  async (app: FastifyInstance, { longestWaitMs = LONGEST_WAIT_MS }: FairShareOptions) => {
    const kinds = new Map<string, ReturnType<typeof createTurns>>();
    const turnsOf = (kind: string) => {
      const turns = kinds.get(kind) ?? createTurns({ atOnce: AT_ONCE, longestQueue: LONGEST_QUEUE, longestWaitMs });
      kinds.set(kind, turns);
      return turns;
    };

    app.decorateRequest('leaveTurn', null);
    app.addHook('preValidation', (request, reply, done) => {
      const [, kind] = KIND.exec(request.routeOptions.url ?? '') ?? [];
      if (kind === undefined) return done();
      const untilAnswered = () =>
        new Promise<void>((leave, stuck) => {
          let isOver = false;
          request.leaveTurn = (error) => {
            isOver = true;
            if (error) stuck(error);
            else leave();
          };
          // The statement of a client that is gone goes on, for so long at most.
          reply.raw.once('close', () => {
            if (!isOver) setTimeout(leave, ANSWER_TIMEOUT_MS).unref();
          });
          done();
        });
      turnsOf(kind)(untilAnswered, {
        hasLeft: hasLeft(request),
        by: request.reader?.doer.id ?? request.actor?.id ?? request.ip,
      }).catch((error) => {
        // After its turn began, the request handles its error itself.
        if (!request.leaveTurn) done(error);
      });
    });
    app.addHook('onError', (request, _reply, error, done) => {
      request.leaveTurn?.(error);
      done();
    });
    // A stream reads from the database only now and then.
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.leaveTurn?.();
      done(null, payload);
    });
  },
);

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's turn at the database, with its error if it failed. */
    leaveTurn: ((error?: Error) => void) | null;
  }
}
