import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '#domain/calls/define-call.ts';
import { serve } from '#server/calls/serve.ts';
import { everyCall } from '../support/every-call.ts';
import { newAddress } from '../support/new-address.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** Routes without a declared call, with the reason. */
const UNDECLARED: Readonly<Record<string, string>> = {
  '/api/docs': 'the page that describes the API comes from its library',
};

type Route = Pick<RouteOptions, 'url' | 'config'> & { method: string };

let api: TestApi;
const routes: Route[] = [];
beforeAll(async () => {
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) routes.push({ method: one, url, ...(config && { config }) });
    });
  };
  subscribe('fastify.initialization', listen);
  api = await startTestApi();
  unsubscribe('fastify.initialization', listen);
});
afterAll(() => api.close());

const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const excused = ({ url }: Route) => Object.keys(UNDECLARED).some((path) => url === path || url.startsWith(`${path}/`));

/** Routes under /api that do not come from a declared call. A HEAD belongs to its GET. */
function madeByHand(all: readonly Route[]): string[] {
  const inApi = all.filter((route) => route.url.startsWith('/api') && !excused(route));
  const declared = new Set(inApi.flatMap(({ config }) => (config?.call ? [nameOf(config.call)] : [])));
  return inApi
    .filter(({ method, url, config }) => {
      const name = `${method === 'HEAD' ? 'GET' : method} ${url}`;
      return !config?.call || nameOf(config.call) !== name || !declared.has(name);
    })
    .map(({ method, url }) => `${method} ${url}`);
}

it('every route of the API is a declared call', () => {
  expect(routes.length).toBeGreaterThan(100);
  expect(madeByHand(routes)).toEqual([]);
});

it('a route without a declared call is reported', () => {
  const route = { method: 'GET', url: '/api/a-mano', config: { permission: 'public' as const } };
  expect(madeByHand([...routes, route])).toEqual(['GET /api/a-mano']);
});

it('every exception still has its routes', () => {
  for (const path of Object.keys(UNDECLARED)) expect(routes.some(({ url }) => url.startsWith(path))).toBe(true);
});

it('every declared call is served exactly once', () => {
  const served = routes.flatMap(({ method, config }) =>
    config?.call && method === config.call.method ? [nameOf(config.call)] : [],
  );
  expect(served.toSorted()).toEqual(everyCall().map(nameOf).toSorted());
});

it('serving a call twice throws', () => {
  const [first] = everyCall();
  expect(() => serve(api.app, first as Call, (() => undefined) as never)).toThrow();
});

const PUBLIC_BYTES = 16 * 1024;
const withoutSession = everyCall().filter(({ method, permission }) => method !== 'GET' && permission === 'public');

it.each(withoutSession.map(({ path }) => path))('POST %s accepts at most 16 kB without a session', async (path) => {
  const filled = (bytes: number) => JSON.stringify({ nada: 'x'.repeat(bytes - '{"nada":""}'.length) });
  const tooLarge = await api.client(undefined, newAddress()).raw('POST', path, filled(PUBLIC_BYTES + 1));
  expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'tooLarge']);
  expect((await api.client(undefined, newAddress()).raw('POST', path, filled(PUBLIC_BYTES))).status).not.toBe(413);
});

it('the calls that accept a body without a session are listed', () => {
  expect(withoutSession.map(nameOf).toSorted()).toEqual([
    'POST /api/auth/signin',
    'POST /api/auth/signout',
    'POST /api/auth/signup',
    'POST /api/equipos/contacto',
    'POST /api/equipos/sesion',
  ]);
});
