import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';
import { answerError } from './errors.ts';
import { FILE_POLICY, KDF_POLICY, pagePolicy, SECURITY_HEADERS } from './security-headers.ts';

const YEAR_SECONDS = 31_536_000;
const FILES = 'assets';
/** Also matches the compressed forms, which are sent in its place. */
const KDF = /[/\\]kdf\.worker-[\w-]{8}\.js(\.\w+)?$/;
const PAGE = 'index.html';
/** Pages that are readable before any code is loaded. */
const FIRST_PAGES: Readonly<Record<string, string>> = { '/': 'first.html', '/login': 'login.html' };
const PAGE_PATHS = ['/', ...[PAGE, ...Object.values(FIRST_PAGES)].map((name) => `/${name}`)];
const NONCE_PLACE = '__nonce__';
/** Allowed by their hash, never by the nonce. */
const INLINE_SCRIPT = /<script>([^<]*)<\/script>/g;
const inlineHashes = (page: string) =>
  [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => createHash('sha256').update(script).digest('base64'));
/** A missing file or call here is an error and never a screen of the application. */
const NO_SCREENS = new RegExp(`^/*(api|fhir|\\.well-known|${FILES})(/|$)`);
const LOOKS_LIKE_A_FILE = /\.[^/]*$/;

/** Whether a person opens an address, as opposed to a page or program that requests a file. */
function opensScreen({ method, params, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = (params as { '*'?: string })['*'] ?? '';
  if (NO_SCREENS.test(path)) return false;
  return !LOOKS_LIKE_A_FILE.test(path) || headers.accept?.includes('text/html') === true;
}

/** Answers a request whose address cannot be decoded: a person who opens one is led to the first page, as from any unknown address. */
export function answerUndecodable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, headers } = request;
  const isOpened = method === 'GET' && headers.accept?.includes('text/html') === true;
  if (isOpened && !NO_SCREENS.test(url))
    reply
      .headers({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
      .redirect('/');
  else answerError(error, request, reply);
}

/** Hashed files are cached for a year, the page is requested each time. */
export const staticSitePlugin = fp(async (app: FastifyInstance, { root }: { root: string | undefined }) => {
  const page = join(root ?? '', PAGE);
  const site = root !== undefined && existsSync(page);
  const firstPages = new Map(Object.entries(FIRST_PAGES).map(([path, name]) => [path, join(root ?? '', name)]));

  /** Without a validator: a 304 would bring a nonce that the cached page does not have. */
  async function answerPage({ method, url }: FastifyRequest, reply: FastifyReply) {
    const nonce = randomBytes(16).toString('base64url');
    const file = firstPages.get(url.replace(/\?.*/s, '')) ?? page;
    const text = (await readFile(file, 'utf8')).replaceAll(NONCE_PLACE, nonce);
    reply.header('Cache-Control', 'no-cache').header('Content-Security-Policy', pagePolicy(nonce, inlineHashes(text)));
    reply.type('text/html; charset=utf-8');
    return method === 'HEAD' ? reply.header('Content-Length', Buffer.byteLength(text)).send('') : reply.send(text);
  }

  if (site) {
    const hashed = join(root, FILES) + sep;
    await app.register(fastifyStatic, {
      root,
      cacheControl: false,
      // The build compressed them better than there is time for here.
      preCompressed: true,
      allowedPath: (path) => !PAGE_PATHS.includes(posix.normalize(path)),
      setHeaders: (reply, path) => {
        const cache = path.startsWith(hashed) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
        const policy = path.startsWith(hashed) && KDF.test(path) ? KDF_POLICY : FILE_POLICY;
        reply.header('Cache-Control', cache).header('Content-Security-Policy', policy);
        if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8');
      },
    });
    for (const url of PAGE_PATHS) app.route({ method: ['GET', 'HEAD'], url, handler: answerPage });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!site || !opensScreen(request)) throw new AppError('notFound');
    return answerPage(request, reply);
  });
});
