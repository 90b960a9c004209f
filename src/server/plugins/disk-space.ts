import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';
import type { Room } from '#server/db/disk-space.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a writing route stores on the disk; by default what people record. */
    keeps?: 'nothing' | 'little';
  }
}

const READS = /^(GET|HEAD|OPTIONS)$/;

/** Refuses recording without room on the disk; reading and signing in go on as long as they can. */
export const diskSpacePlugin = fp(async (app: FastifyInstance, { room }: { room(): Room }) => {
  app.addHook('preHandler', (request, _reply, done) => {
    const keeps = request.routeOptions.config?.keeps;
    if (READS.test(request.method) || keeps === 'nothing') return done();
    const state = room();
    done(state === 'out' || (state === 'low' && keeps !== 'little') ? new AppError('noSpace') : undefined);
  });
});
