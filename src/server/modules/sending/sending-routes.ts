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
import type { OperationReceiver } from './operation-receiver.ts';

/** One call at a time, in turns between accounts: other requests hardly wait while a district sends. A refused device tries again. */
const TURNS = { atOnce: 1, longestQueue: 40, longestWaitMs: 10_000, each: { atOnce: 1, longestQueue: 1 } };

/** Checked before the fields, which a newer program may have extended. @throws AppError protocol */
async function requireProtocol({ body }: { body: unknown }): Promise<void> {
  const version = typeof body === 'object' && body !== null && 'protocolo' in body ? body.protocolo : undefined;
  if (Number.isInteger(version) && Number(version) > PROTOCOL) throw new AppError('protocol');
}

/** @param longestWaitMs milliseconds for which a call waits for its turn at most */
export function registerSendingRoutes(
  app: FastifyInstance,
  sending: OperationReceiver,
  longestWaitMs = TURNS.longestWaitMs,
): void {
  const turn = createTurns({ ...TURNS, longestWaitMs });
  const turnOptions = ({ id }: Actor, request: FastifyRequest) => ({ by: id, hasLeft: hasLeft(request) });
  const failed = (request: FastifyRequest) => (error: unknown) =>
    request.log.error({ err: errorForLog(error) }, 'an operation of a device failed');

  serve(
    app,
    sendOperations,
    async ({ actor, body, request }) => {
      const answer = () => sending.receive(actor, body, failed(request));
      const resultados = await turn(answer, turnOptions(actor, request));
      for (const person of conflictsOf(body.operaciones, resultados)) app.noteSoon(actor, { action: 'ver', ...person });
      return { resultados };
    },
    { before: requireProtocol },
  );
  serve(
    app,
    handInOperations,
    async ({ actor, body, request }) => ({
      resultados: await turn(() => sending.handIn(actor, body, failed(request)), turnOptions(actor, request)),
    }),
    { before: requireProtocol },
  );
}
