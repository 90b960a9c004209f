import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const PAGE = '<!doctype html><title>Libreta</title>';
const FIRST_PAGE = '<!doctype html><title>Libreta</title><h1>Libreta</h1>';
const SIGNIN_PAGE = '<!doctype html><title>Libreta</title><h1>Sign in</h1>';
/** The accept header of a browser's navigation. */
const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let api: TestApi;
let folder: string;
let app: FastifyInstance;
let client: ApiClient;
beforeAll(async () => {
  api = await startTestApi();
  folder = mkdtempSync(join(tmpdir(), 'libreta-site-'));
  const webRoot = join(folder, 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  writeFileSync(join(webRoot, 'index.html'), PAGE);
  writeFileSync(join(webRoot, 'first.html'), FIRST_PAGE);
  writeFileSync(join(webRoot, 'login.html'), SIGNIN_PAGE);
  writeFileSync(join(webRoot, 'assets/packed-abc.js'), 'plain');
  writeFileSync(join(webRoot, 'assets/packed-abc.js.br'), 'packed');
  writeFileSync(join(webRoot, 'logo.svg'), '<svg/>');
  writeFileSync(join(webRoot, 'assets/index-abc.js'), 'export {}');
  writeFileSync(join(folder, 'secret.txt'), 'TOP');
  app = await buildApp({ database: api.database, secret: SECRET, webRoot });
  client = new ApiClient(app);
});
afterAll(async () => {
  await app.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (url: string, accept = '*/*', method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  client.send({ method, url, headers: { accept } });

describe('the built web application', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache', FIRST_PAGE],
    ['/?de=correo', 'text/html; charset=utf-8', 'no-cache', FIRST_PAGE],
    ['/login', 'text/html; charset=utf-8', 'no-cache', SIGNIN_PAGE],
    ['/login?de=correo', 'text/html; charset=utf-8', 'no-cache', SIGNIN_PAGE],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache', PAGE],
    ['/logo.svg', 'image/svg+xml; charset=utf-8', 'no-cache', '<svg/>'],
    [
      '/assets/index-abc.js',
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
      'export {}',
    ],
  ])('serves %s with its type and cache lifetime', async (url, type, cache, text) => {
    const answer = await ask(url);
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control'], answer.text]).toEqual([
      200,
      type,
      cache,
      text,
    ]);
  });

  it.each([
    '/registros',
    '/lista/ninos?q=a.b',
    '/ninos/0190a1b2-0000-7000-8000-000000000000',
    '/no/existe',
    '/apiario',
  ])('serves the page at %s', async (url) => {
    for (const accept of [NAVIGATION, '*/*']) {
      const answer = await ask(url, accept);
      expect([answer.status, answer.headers['cache-control'], answer.text]).toEqual([200, 'no-cache', PAGE]);
      const head = await ask(url, accept, 'HEAD');
      expect([head.status, head.headers['content-type'], head.text]).toEqual([200, 'text/html; charset=utf-8', '']);
    }
  });

  it('serves the page at an address with a dot when a browser navigates there', async () => {
    expect((await ask('/ninos/maria.perez', NAVIGATION)).text).toBe(PAGE);
  });

  it.each([
    ['/assets/index-old.js', '*/*'],
    ['/assets/index-old.js', NAVIGATION],
    ['/assets/ninos', NAVIGATION],
    ['/assets', '*/*'],
    ['/assets/', NAVIGATION],
    ['/%61ssets/index-old.js', NAVIGATION],
    ['/favicon.ico', 'image/avif,image/webp,image/*,*/*;q=0.8'],
    ['/logo2.svg?v=1', '*/*'],
    ['/robots.txt', '*/*'],
    ['/.env', '*/*'],
    ['/ninos/registro.json', 'application/json'],
    ['/api/inventada', NAVIGATION],
    ['/%61pi/inventada', NAVIGATION],
    ['http://localhost/api/inventada', NAVIGATION],
  ])('answers 404 to missing files: %s for %s', async (url, accept) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await ask(url, accept, method);
      expect([answer.status, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
        404,
        'no-store',
        'application/json; charset=utf-8',
      ]);
      if (method === 'GET') expect(answer.body).toEqual({ code: 'notFound', message: ERRORS.notFound.message });
    }
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
  ])('serves nothing outside its folder: %s', async (url) => {
    for (const accept of [NAVIGATION, '*/*']) {
      const { status, text } = await ask(url, accept);
      expect(text).not.toContain('TOP');
      expect([200, 400, 404]).toContain(status);
      if (status === 200) expect(text).toBe(PAGE);
    }
  });

  it('serves the precompressed file to clients that accept it', async () => {
    const url = '/assets/packed-abc.js';
    const packed = await client.send({ method: 'GET', url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([packed.headers['content-encoding'], packed.headers['cache-control'], packed.text]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
      'packed',
    ]);
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect((await ask(url)).text).toBe('plain');
  });

  it('accepts no writes', async () => {
    expect((await ask('/registros', NAVIGATION, 'POST')).status).toBe(404);
  });
});
