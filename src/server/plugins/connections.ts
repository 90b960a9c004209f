import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';
import { RESTART_RETRY_AFTER_SECONDS } from '#server/base/restart-retry-after.ts';
import type { Connections } from './open-connections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells load balancers to send no more requests; requests are still answered. */
    leave(): void;
  }
}

/** A leaving server closes each connection after its answer; a stopping one refuses new requests. Must be registered first. */
export const connectionsPlugin = fp(async (app: FastifyInstance, { connections }: { connections: Connections }) => {
  app.decorate('leave', connections.leave);
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (connections.isLeaving()) reply.header('Connection', 'close');
    if (connections.isDraining()) return done(new AppError('unavailable', { retryAfter: RESTART_RETRY_AFTER_SECONDS }));
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) return done(new AppError('malformed'));
    done();
  });
  app.server.once('drop', () => app.log.warn('no more connections can be taken'));
  app.addHook('preClose', async () => {
    const cut = await connections.drain();
    if (cut > 0) app.log.warn({ connections: cut }, 'cut off at the end');
  });
});
