import type { FastifyInstance } from 'fastify';
import type { Load } from '#server/jobs/load-pace.ts';

const WINDOW_MS = 1_000;
/** Fewer requests in a second leave the server idle. */
const SOME = 3;
/** So many requests in a second keep the server busy. */
const MANY = 50;

/** The screen of an import and the reader of an export ask for the progress. */
const OWN = /^\/(?:api\/importaciones|fhir\/exportaciones)\b/;

/** @returns how many requests this process answered in the last second */
export function watchRequests(app: FastifyInstance): () => Load {
  const times: number[] = [];
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.actor && !OWN.test(request.routeOptions.url ?? '')) {
      times.push(performance.now());
      if (times.length > MANY) times.shift();
    }
    done();
  });
  const answered = (requests: number) => performance.now() - (times.at(-requests) ?? -WINDOW_MS) < WINDOW_MS;
  return () => (answered(MANY) ? 'many' : answered(SOME) ? 'some' : 'none');
}
