import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Without TRUST_PROXY all clients of a proxy share its limits. Warns once, since any client can send the header; logs only the peer. */
export const forwardedPlugin = fp(async (app: FastifyInstance) => {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    if (warned || !request.headers['x-forwarded-for'] || (request.ips?.length ?? 0) > 1) return;
    warned = true;
    const peer = request.socket.remoteAddress;
    request.log.warn(
      { peer },
      'X-Forwarded-For is ignored: if this peer is your proxy, name its address in TRUST_PROXY',
    );
  });
});
