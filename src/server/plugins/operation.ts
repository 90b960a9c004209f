import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { OPERATION_HEADER } from '#domain/calls/sending.ts';
import { AppError } from '#domain/errors.ts';
import { UUID } from '#domain/uuid.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Under which id a form sends what it saves, and the body as it came; null where it does not say. */
    operation: { readonly op: string; readonly body: unknown } | null;
  }
}

/** Keeps what a device's form sent as it was sent, so that the same is recognised when it comes again in another way. */
export const operationPlugin = fp(async (app: FastifyInstance) => {
  app.decorateRequest('operation', null);
  app.addHook('preValidation', (request, _reply, done) => {
    const op = request.headers[OPERATION_HEADER];
    if (op === undefined) return done();
    if (typeof op !== 'string' || !UUID.test(op))
      return done(new AppError('invalid', { problems: [{ msg: 'Debe ser un UUID', path: OPERATION_HEADER }] }));
    request.operation = { op: op.toLowerCase(), body: request.body };
    done();
  });
});
