import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { requireBounded } from '#server/calls/bounds.ts';

/** Limits keys and nesting of every input before any of it is parsed. */
export const boundedInputPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('preValidation', (request, _reply, done) => {
    const call = request.routeOptions.config?.call;
    if (call) requireBounded(call, request);
    done();
  });
});
