import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { OPERATION_HEADER, SECONDS_HEADER } from '#domain/calls/sending.ts';
import { AppError } from '#domain/errors.ts';
import { isFormTime } from '#domain/reports/form-times.ts';
import { UUID } from '#domain/uuid.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the form's operation, null without one, the body as it was received, and how long its form was open. */
    operation: { readonly op: string | null; readonly body: unknown; readonly seconds: number | undefined };
  }
}

function secondsOf(header: string | string[] | undefined): number | undefined {
  const seconds = typeof header === 'string' && /^\d{1,4}$/.test(header) ? Number(header) : undefined;
  return isFormTime(seconds) ? seconds : undefined;
}

/** Keeps the body as it was received: a receipt recognises a repetition by it, whichever call sends it. */
export const operationPlugin = fp(async (app: FastifyInstance) => {
  app.decorateRequest('operation');
  app.addHook('preValidation', (request, _reply, done) => {
    const op = request.headers[OPERATION_HEADER];
    if (op !== undefined && (typeof op !== 'string' || !UUID.test(op)))
      return done(new AppError('invalid', { problems: [{ msg: 'Debe ser un UUID', path: OPERATION_HEADER }] }));
    request.operation = {
      op: op?.toLowerCase() ?? null,
      body: request.body,
      seconds: secondsOf(request.headers[SECONDS_HEADER]),
    };
    done();
  });
});
