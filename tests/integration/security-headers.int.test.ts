import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#domain/calls/define-call.ts';
import { ERRORS } from '#domain/errors.ts';
import { type AppOptions, buildApp } from '#server/start/app.ts';
import { type Answer, ApiClient } from '../support/api-client.ts';
import { everyCall } from '../support/every-call.ts';
import { readAnswers, speak } from '../support/raw-http.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const NAVIGATION = { accept: 'text/html' };
/** What stands in the page itself. */
const INLINE = 'begin();';
const PAGE = `<script>${INLINE}</script><meta property="csp-nonce" nonce="__nonce__" />${'<p>Libreta</p>'.repeat(200)}`;
const FOREIGN = { origin: 'https://example.org' };

let api: TestApi;
let folder: string;
let webRoot: string;
let site: FastifyInstance;
let client: ApiClient;
const others: FastifyInstance[] = [];

/** Another application on the same data with other options. */
async function appWith(options: Partial<AppOptions>): Promise<ApiClient> {
  const app = await buildApp({ database: api.database, secret: SECRET, webRoot, ...options });
  others.push(app);
  return new ApiClient(app);
}

beforeAll(async () => {
  api = await startTestApi();
  folder = mkdtempSync(join(tmpdir(), 'libreta-headers-'));
  webRoot = join(folder, 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  for (const name of ['index.html', 'first.html']) writeFileSync(join(webRoot, name), PAGE);
  writeFileSync(join(webRoot, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(webRoot, 'assets/index-abc.js'), 'export {}');
  for (const name of ['kdf.worker-Ab_12-xY.js', 'kdf.worker-Ab_12-xY.js.gz', 'kdf.worker-other.js', 'a.kdf.worker.js'])
    writeFileSync(join(webRoot, 'assets', name), 'export {}');
  site = await buildApp({ database: api.database, secret: SECRET, webRoot });
  site.get('/api/falla', { config: { permission: 'public' } }, async () => {
    throw new Error('broken');
  });
  client = new ApiClient(site, api.admin.token);
});
afterAll(async () => {
  for (const app of [site, ...others]) await app.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (url: string, headers: Record<string, string> = NAVIGATION, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET') =>
  client.send({ method, url, headers });
const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']).split('; ').toSorted();
const nonceOf = (answer: Answer) => /'nonce-([\w-]{22})'/.exec(policyOf(answer).join())?.[1];

const NOTHING = [
  "base-uri 'none'",
  "default-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
];
const OWN_SOURCES = [
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "manifest-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
];
const NO_PAGE = [...NOTHING, 'sandbox'].toSorted();
const FILE = [...NOTHING, ...OWN_SOURCES, "script-src-attr 'none'", "style-src 'self'"].toSorted();

/** An example of every kind of answer. */
const KINDS: Record<string, [url: string, status: number]> = {
  page: ['/', 200],
  'page of a screen': ['/lista/ninos', 200],
  drawing: ['/logo.svg', 200],
  'hashed file': ['/assets/index-abc.js', 200],
  'missing file': ['/assets/index-old.js', 404],
  list: ['/api/nino', 200],
  export: ['/api/nino/exportar.csv', 200],
  health: ['/api/health', 200],
  'unknown route': ['/api/inventada', 404],
  'wrong query': ['/api/nino?limit=x', 400],
  'undecodable address': ['/%ff', 302],
  failure: ['/api/falla', 500],
  description: ['/api/docs/', 200],
  'description as JSON': ['/api/docs/json', 200],
};

it.each(Object.entries(KINDS))('every answer has the security headers: %s', async (_what, [url, status]) => {
  const answer = await ask(url);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(policyOf(answer)).toEqual(expect.arrayContaining(NOTHING));
  const features = String(answer.headers['permissions-policy']).split(', ');
  expect(features).toContain('camera=(self)');
  for (const feature of ['microphone', 'geolocation', 'payment', 'usb', 'clipboard-read', 'fullscreen'])
    expect(features).toContain(`${feature}=()`);
  expect(answer.headers['content-type']).toMatch(
    /^(application\/(json|javascript)|image\/svg\+xml|text\/(html|csv)); ?charset=utf-8$/,
  );
  for (const absent of ['set-cookie', 'server', 'x-powered-by', 'strict-transport-security'])
    expect(answer.headers).not.toHaveProperty(absent);
});

it('a request refused before parsing has them too', async () => {
  await site.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.server.address() as AddressInfo;
  const [refused] = readAnswers(await speak(`http://127.0.0.1:${port}`, 'nonsense\r\n\r\n').closed);
  expect(refused?.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
  });
});

describe('the policy', () => {
  it('of an API answer allows nothing', async () => {
    for (const url of ['/api/nino', '/api/inventada', '/api/falla', '/%ff', '/assets/index-old.js'])
      expect([url, policyOf(await ask(url))]).toEqual([url, NO_PAGE]);
  });

  it('of a file allows its own origin and nothing inline', async () => {
    for (const url of ['/logo.svg', '/assets/index-abc.js'])
      expect([url, policyOf(await ask(url))]).toEqual([url, FILE]);
  });

  it('of the worker that derives keys also allows WebAssembly, in every encoding', async () => {
    const policy = FILE.map((directive) => directive.replace(/^script-src /, "script-src 'wasm-unsafe-eval' "));
    const sorted = (directives: string[]) => directives.map((one) => one.split(' ').toSorted().join(' ')).toSorted();
    for (const encoding of ['identity', 'gzip']) {
      const answer = await ask('/assets/kdf.worker-Ab_12-xY.js', { 'accept-encoding': encoding });
      expect([answer.status, sorted(policyOf(answer))]).toEqual([200, sorted(policy)]);
    }
    for (const url of ['/assets/kdf.worker-other.js', '/assets/a.kdf.worker.js', '/'])
      expect([url, policyOf(await ask(url)).join()]).toEqual([url, expect.not.stringContaining('wasm')]);
  });

  it('of the page also allows styles with its nonce, and no text as code', async () => {
    const answer = await ask('/');
    const hash = createHash('sha256').update(INLINE).digest('base64');
    const ours = [`script-src 'self' 'sha256-${hash}'`, `style-src 'self' 'nonce-${nonceOf(answer)}'`];
    const trusted = ["require-trusted-types-for 'script'", 'trusted-types default'];
    const rest = FILE.filter((directive) => !/^(script|style)-src /.test(directive));
    expect(policyOf(answer)).toEqual([...rest, ...ours, ...trusted].toSorted());
  });

  it('of the API description is its own', async () => {
    const policy = policyOf(await ask('/api/docs/'));
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
  });
});

describe("the page's nonce", () => {
  it.each(['/', '/index.html', '/%69ndex.html', '/lista/ninos'])(
    'is in the header and in the page of %s',
    async (url) => {
      const { text, ...answer } = await ask(url);
      expect(nonceOf({ text, ...answer })).toMatch(/^[\w-]{22}$/);
      expect(text).toBe(PAGE.replace('__nonce__', String(nonceOf({ text, ...answer }))));
    },
  );

  it('is new each time, and no validator lets a browser reuse an earlier page', async () => {
    const seen = new Set<string | undefined>();
    for (let times = 0; times < 20; times += 1) {
      const answer = await ask('/', {
        ...NAVIGATION,
        'if-none-match': '*',
        'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString(),
      });
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      for (const validator of ['etag', 'last-modified']) expect(answer.headers).not.toHaveProperty(validator);
      seen.add(nonceOf(answer));
    }
    expect(seen.size).toBe(20);
  });

  it('is in a compressed page too', async () => {
    const answer = await ask('/', { ...NAVIGATION, 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.bytes).toString()).toContain(`nonce="${nonceOf(answer)}"`);
  });

  it('is in the answer to HEAD too', async () => {
    const answer = await ask('/', NAVIGATION, 'HEAD');
    expect([answer.status, answer.text, nonceOf(answer)?.length]).toEqual([200, '', 22]);
  });

  it.each([
    '//',
    '/.',
    '/assets/..',
    '/assets/../',
    '//index.html',
    '/index.html/',
    '/./index.html',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/.%2findex.html',
  ])('is never left out: %s', async (url) => {
    for (const accept of ['text/html', '*/*']) {
      const answer = await ask(url, { accept });
      expect(answer.text).not.toContain('__nonce__');
      if (answer.status === 200) expect(answer.text).toContain(`nonce="${nonceOf(answer)}"`);
      else expect(answer.status).toBe(404);
    }
  });
});

describe('HSTS', () => {
  const hsts = ({ headers }: Answer) => headers['strict-transport-security'];
  const forwardedHttps = { 'x-forwarded-proto': 'https' };

  it('is sent on every answer behind the TLS of a trusted proxy', async () => {
    const trusting = await appWith({ trustProxy: 'loopback' });
    for (const url of ['/', '/logo.svg', '/api/health', '/api/nino', '/api/inventada'])
      expect(hsts(await trusting.send({ url, headers: forwardedHttps }))).toBe('max-age=31536000; includeSubDomains');
    expect(hsts(await trusting.send({ url: '/', headers: { 'x-forwarded-proto': 'http' } }))).toBeUndefined();
    expect(hsts(await trusting.get('/'))).toBeUndefined();
  });

  it('cannot be triggered by an untrusted peer', async () => {
    expect(hsts(await ask('/', forwardedHttps))).toBeUndefined();
    const elsewhere = await appWith({ trustProxy: '192.0.2.0/24' });
    expect(hsts(await elsewhere.send({ url: '/', headers: forwardedHttps }))).toBeUndefined();
  });
});

describe('another site', () => {
  it('gets no CORS permission, for reading or preflight', async () => {
    for (const [url] of Object.values(KINDS))
      for (const method of ['GET', 'OPTIONS'] as const) {
        const preflight = {
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-access-token',
        };
        const { headers } = await ask(url, { ...FOREIGN, ...(method === 'OPTIONS' && preflight) }, method);
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
  });

  it('cannot send anything with the content types of a form', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    // A file may have any type: the session is in a header, which a form cannot send.
    const sends = ({ method, fileBody }: Call) => (method === 'POST' || method === 'PUT') && !fileBody;
    for (const { method, path } of everyCall().filter(sends))
      for (const type of types) {
        const url = path.replaceAll(/:\w+/g, crypto.randomUUID());
        const { status } = await client.raw(method as 'POST' | 'PUT', url, '{"cedula":"1"}', type);
        expect([method, path, type, status]).toEqual([method, path, type, 415]);
      }
  });

  it('finds no session that a browser attaches by itself', async () => {
    const token = String(api.admin.token);
    for (const headers of [
      { cookie: `x-access-token=${token}; token=${token}` },
      { authorization: `Basic ${Buffer.from(`${api.admin.cedula}:${api.admin.password}`).toString('base64')}` },
    ])
      expect((await api.anonymous.send({ url: '/api/nino', headers: headers as Record<string, string> })).status).toBe(
        401,
      );
    expect((await api.anonymous.get(`/api/nino?x-access-token=${token}&token=${token}`)).status).toBe(401);
  });
});

it.each(['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-ui.css'])(
  'with the API description switched off %s is unknown',
  async (url) => {
    expect((await ask(url)).status).toBe(200);
    const { status, body } = await (await appWith({ apiDocs: false })).get(url);
    expect([status, body]).toEqual([404, { code: 'notFound', message: ERRORS.notFound.message }]);
  },
);
