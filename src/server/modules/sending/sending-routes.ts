import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROTOCOL } from '#domain/calls/operation.ts';
import { handInOperations, sendOperations } from '#domain/calls/sending.ts';
import { AppError } from '#domain/errors.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { createTurns } from '#server/base/turns.ts';
import type { Actor } from '#server/calls/actor.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { serve } from '#server/calls/serve.ts';
import { conflictsOf } from './conflicts.ts';
import type { Sending } from './receive.ts';

/**
 * A whole district sends at six in the evening; whoever looks at a list then has hardly to wait. Accounts take turns, and one has a call
 * under way and one that waits: however often it calls, it delays others by one of its calls. Whoever is sent away comes again.
 */
const TURNS = { atOnce: 1, longestQueue: 40, longestWaitMs: 10_000, each: { atOnce: 1, longestQueue: 1 } };

/** Before anything is said about fields that only a later program knows. @throws AppError protocol */
async function requireProtocol({ body }: { body: unknown }): Promise<void> {
  const said = typeof body === 'object' && body !== null && 'protocolo' in body ? body.protocolo : undefined;
  if (Number.isInteger(said) && Number(said) > PROTOCOL) throw new AppError('protocol');
}

/** What devices send of days without signal. */
export function registerSendingRoutes(app: FastifyInstance, sending: Sending): void {
  const turn = createTurns(TURNS);
  const asking = ({ id }: Actor, request: FastifyRequest) => ({ by: id, hasLeft: hasLeft(request) });
  const failed = (request: FastifyRequest) => (error: unknown) =>
    request.log.error({ err: errorForLog(error) }, 'an operation of a device failed');

  serve(
    app,
    sendOperations,
    async ({ actor, body, request }) => {
      const answer = () => sending.receive(actor, body, failed(request));
      const resultados = await turn(answer, asking(actor, request));
      for (const person of conflictsOf(body.operaciones, resultados)) app.noteSoon(actor, { action: 'ver', ...person });
      return { resultados };
    },
    { before: requireProtocol },
  );
  serve(
    app,
    handInOperations,
    async ({ actor, body, request }) => ({
      resultados: await turn(() => sending.handIn(actor, body, failed(request)), asking(actor, request)),
    }),
    { before: requireProtocol },
  );
}
