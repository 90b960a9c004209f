import type { FastifyInstance } from 'fastify';

const WINDOW_MS = 1_000;
/** Fewer requests in a second leave the server idle. */
const FEW = 3;
/** The screen of an import asks for its progress. */
const OWN = '/api/importaciones';

/** @returns whether this process answered more than a few requests in the last second */
export function watchRequests(app: FastifyInstance): () => boolean {
  const times: number[] = [];
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.actor && !request.routeOptions.url?.startsWith(OWN)) {
      times.push(performance.now());
      if (times.length > FEW) times.shift();
    }
    done();
  });
  return () => times.length === FEW && performance.now() - (times[0] ?? 0) < WINDOW_MS;
}
