import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createTurns } from '#server/base/turns.ts';
import { hasLeft } from '#server/calls/has-left.ts';

/** Of one kind at the database at once: of its connections, so many that the other kinds find one while a table is locked. */
const AT_ONCE = 6;
const LONGEST_QUEUE = 1_000;
const LONGEST_WAIT_MS = 2_500;

/** Sign-ins and what devices send have turns of their own, and health has a connection of its own. */
const KIND = /^\/api\/(?!auth\b|health\b|docs\b|sincronizacion\/(?:envio|entrega)$)([^/]+)/;

/**
 * No kind of request takes all connections to PostgreSQL: when one table is locked or slow, the routes that need it are told to come
 * back, and the others go on. Within a kind accounts take turns, and addresses where nobody has signed in.
 */
export const fairSharePlugin = fp(async (app: FastifyInstance) => {
  const kinds = new Map<string, ReturnType<typeof createTurns>>();
  const turnsOf = (kind: string) => {
    const turns =
      kinds.get(kind) ?? createTurns({ atOnce: AT_ONCE, longestQueue: LONGEST_QUEUE, longestWaitMs: LONGEST_WAIT_MS });
    kinds.set(kind, turns);
    return turns;
  };

  app.decorateRequest('leaveTurn', null);
  app.addHook('preValidation', (request, reply, done) => {
    const [, kind] = KIND.exec(request.routeOptions.url ?? '') ?? [];
    if (kind === undefined) return done();
    const untilAnswered = () =>
      new Promise<void>((leave, stuck) => {
        request.leaveTurn = (error) => (error ? stuck(error) : leave());
        reply.raw.once('close', leave);
        done();
      });
    turnsOf(kind)(untilAnswered, { hasLeft: hasLeft(request), by: request.actor?.id ?? request.ip }).catch((error) => {
      // Once it had its turn, what it failed with is its own affair.
      if (!request.leaveTurn) done(error);
    });
  });
  app.addHook('onError', (request, _reply, error, done) => {
    request.leaveTurn?.(error);
    done();
  });
  // What is streamed reads from the database now and then, on its own time.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveTurn?.();
    done(null, payload);
  });
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's turn at the database; with what it failed with, if it did. */
    leaveTurn: ((error?: Error) => void) | null;
  }
}
