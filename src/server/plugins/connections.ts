import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';
import type { Connections } from '#server/connections.ts';

/** When a client may look again for a server that is being replaced. */
const BACK_IN_SECONDS = 10;

/** While the server stops, requests under way are finished and new ones refused. Registered first. */
export const connectionsPlugin = fp(async (app: FastifyInstance, { connections }: { connections: Connections }) => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (connections.isDraining()) return done(new AppError('unavailable', { retryAfter: BACK_IN_SECONDS }));
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) return done(new AppError('malformed'));
    done();
  });
  app.server.once('drop', () => app.log.warn('no more connections can be taken'));
  app.addHook('preClose', async () => {
    const cut = await connections.drain();
    if (cut > 0) app.log.warn({ connections: cut }, 'cut off at the end');
  });
});
