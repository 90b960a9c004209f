import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { OPERATION_HEADER } from '#domain/calls/sending.ts';
import { AppError } from '#domain/errors.ts';
import { UUID } from '#domain/uuid.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the form's operation, null without one, and the body as it was received. */
    operation: { readonly op: string | null; readonly body: unknown };
  }
}

/** Keeps the body as it was received: a receipt recognises a repetition by it, whichever call sends it. */
export const operationPlugin = fp(async (app: FastifyInstance) => {
  app.decorateRequest('operation');
  app.addHook('preValidation', (request, _reply, done) => {
    const op = request.headers[OPERATION_HEADER];
    if (op !== undefined && (typeof op !== 'string' || !UUID.test(op)))
      return done(new AppError('invalid', { problems: [{ msg: 'Debe ser un UUID', path: OPERATION_HEADER }] }));
    request.operation = { op: op?.toLowerCase() ?? null, body: request.body };
    done();
  });
});
