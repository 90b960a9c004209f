import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { requireBounded } from '#server/calls/bounds.ts';

/** Counts what was sent, of every call, before anything of it is read: keys of objects, and objects within each other. */
export const boundedInputPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('preValidation', (request, _reply, done) => {
    const call = request.routeOptions.config?.call;
    if (call) requireBounded(call, request);
    done();
  });
});
