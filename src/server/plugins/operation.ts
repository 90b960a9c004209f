import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { OPERATION_HEADER } from '#domain/calls/sending.ts';
import { AppError } from '#domain/errors.ts';
import { UUID } from '#domain/uuid.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation that a form is: its id, null where it has none, and the body as it came. */
    operation: { readonly op: string | null; readonly body: unknown };
  }
}

/** Keeps what a form sent as it was sent: its receipt recognises it when it comes again, by whichever call. */
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
