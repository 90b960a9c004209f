import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';

const YEAR_SECONDS = 31_536_000;
const FILES = 'assets';
/** What is missing here is missing, and never a screen of the application. */
const NO_SCREENS = new RegExp(`^/*(api|${FILES})(/|$)`);
const LOOKS_LIKE_A_FILE = /\.[^/]*$/;

/** Whether somebody opens an address, rather than a page or a program asking for a file of that name. */
function opensScreen({ method, params, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  // Decoded, as the route of the files has it.
  const path = (params as { '*'?: string })['*'] ?? '';
  if (NO_SCREENS.test(path)) return false;
  return !LOOKS_LIKE_A_FILE.test(path) || headers.accept?.includes('text/html') === true;
}

/** The built web application: hashed files are kept for a year, the page itself is asked for anew each time. */
export const staticSitePlugin = fp(async (app: FastifyInstance, { root }: { root: string | undefined }) => {
  const site = root !== undefined && existsSync(join(root, 'index.html'));
  if (site) {
    const hashed = join(root, FILES) + sep;
    await app.register(fastifyStatic, {
      root,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const cache = path.startsWith(hashed) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
        reply.header('Cache-Control', cache);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!site || !opensScreen(request)) throw new AppError('notFound');
    return reply.sendFile('index.html');
  });
});
