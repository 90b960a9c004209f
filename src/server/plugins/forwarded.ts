import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Without TRUST_PROXY a proxy hides its clients: all of them share its address, and its limits. Said once, since
 * whoever likes can send the header; of the addresses only the peer's, which is no person's when it is a proxy.
 */
export const forwardedPlugin = fp(async (app: FastifyInstance) => {
  let said = false;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    if (said || !request.headers['x-forwarded-for'] || (request.ips?.length ?? 0) > 1) return;
    said = true;
    const peer = request.socket.remoteAddress;
    request.log.warn(
      { peer },
      'X-Forwarded-For is ignored: if this peer is your proxy, name its address in TRUST_PROXY',
    );
  });
});
