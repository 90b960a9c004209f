import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';

const YEAR_SECONDS = 31_536_000;

/** The built web application: hashed files are kept for a year, the page itself is asked for anew each time. */
export const staticSitePlugin = fp(async (app: FastifyInstance, { root }: { root: string | undefined }) => {
  const site = root !== undefined && existsSync(join(root, 'index.html'));
  if (site) {
    await app.register(fastifyStatic, {
      root,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${join(root, 'assets')}`);
        reply.header('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page = site && request.method === 'GET' && !/^\/api(\/|\?|$)/.test(request.url);
    if (!page) throw new AppError('notFound');
    return reply.sendFile('index.html');
  });
});
