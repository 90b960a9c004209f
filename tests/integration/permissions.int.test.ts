import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PERMISSIONS, type Permission, ROLE_NAMES } from '#domain/roles.ts';
import { buildApp } from '#server/start/app.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
/** One client per role and an anonymous one. */
const callers: { role: string; client: ApiClient; allowed(permission: Permission): boolean }[] = [];

beforeAll(async () => {
  api = await startTestApi();
  for (const role of ROLE_NAMES)
    callers.push({
      role,
      client: await api.user(role),
      allowed: (permission) => (PERMISSIONS[permission] as readonly string[] | null)?.includes(role) ?? true,
    });
  callers.push({ role: 'nobody', client: api.anonymous, allowed: (permission) => PERMISSIONS[permission] === null });
});
afterAll(() => api.close());

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface Route {
  method: Method;
  url: string;
}

/** Every route, from the router's own output. */
function routesOf(app: FastifyInstance): Route[] {
  const parts: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part = '', methods] = line.match(/^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/) ?? [];
      if (indent === undefined) return [];
      parts.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
      const url = parts.join('');
      if (!url.startsWith('/api/') || url.startsWith('/api/docs')) return [];
      return (methods?.split(', ') ?? []).map((method) => ({ method: method as Method, url }));
    });
}

const addressOf = (url: string) => url.replace(/:\w+/g, UNKNOWN_ID);

/** Ends the caller's session, whatever the role. */
const SIGNOUT = '/api/auth/signout';

/** The permission by the matrix of the specification, section 6. */
function permissionOf({ method, url }: Route): Permission {
  const area = url.split('/')[2] ?? '';
  if (['health', 'auth', 'ajustes'].includes(area)) return 'public';
  if (['/api/equipos/sesion', '/api/equipos/contacto'].includes(url)) return 'public';
  if (['/api/equipos/llave', '/api/perfil/calidad'].includes(url)) return 'booklet';
  if (url === '/api/sincronizacion/entrega') return 'account';
  if (['perfil', 'sesiones', 'equipos'].includes(area)) return 'account';
  if (area === 'users' || area === 'roles' || area === 'segundo-factor') return 'users';
  if (area === 'auditoria') return 'audit';
  if (area === 'dhis2') return 'exchange';
  if (area === 'importaciones') return 'import';
  if (area === 'sistemas') return 'exchange';
  if (area === 'traspasos' || area === 'retenidos') return 'handover';
  if (area === 'reportes' || url.endsWith('/reporte')) return 'reports';
  const reads = method === 'GET' || method === 'HEAD';
  if (url.endsWith('/codigo')) return reads ? 'booklet' : 'handover';
  if (area === 'altitudes' || area === 'metas') return reads ? 'booklet' : 'catalogs.write';
  const catalogs = [
    'discapacidad',
    'establecimiento',
    'etmitrimestre',
    'etmivacuna',
    'vacunamujertipo',
    'vacunadosismujer',
  ];
  catalogs.push('vacunanombremujer', 'vacunaclasificacionninio', 'vacunaninotipo', 'vacunadosisnino');
  catalogs.push('tamizajeninoclasificacion');
  if (catalogs.includes(area)) return reads ? 'catalogs.read' : 'catalogs.write';
  return 'booklet';
}

describe('every route of the API', () => {
  it('is documented', () => {
    const { paths = {} } = api.app.swagger() as { paths?: Record<string, Record<string, unknown>> };
    const routes = routesOf(api.app).filter(({ method }) => method !== 'HEAD');
    expect(routes.length).toBeGreaterThan(60);
    for (const { method, url } of routes)
      expect(Object.keys(paths[url.replace(/:(\w+)/g, '{$1}')] ?? {}), url).toContain(method.toLowerCase());
  });

  // proves 6.5, 7.4
  it('answers each role and an anonymous client as the table says', async () => {
    for (const route of routesOf(api.app).filter(({ url }) => url !== SIGNOUT))
      for (const { role, client, allowed } of callers) {
        // Without a body or with an unknown id nothing changes; only the permission matters.
        const { status } = await client.send({ method: route.method, url: addressOf(route.url) });
        const what = `${route.method} ${route.url} as ${role}`;
        if (allowed(permissionOf(route))) expect([200, 400, 404], what).toContain(status);
        else expect(status, what).toBe(role === 'nobody' ? 401 : 403);
      }
  });

  it('to sign out is open to each role', async () => {
    for (const role of ROLE_NAMES) expect((await (await api.user(role)).post(SIGNOUT)).status).toBe(200);
    expect((await api.anonymous.post(SIGNOUT)).status).toBe(401);
  });

  it('checks the permission before it reads the body', async () => {
    for (const route of routesOf(api.app)) {
      if (!['POST', 'PUT', 'PATCH'].includes(route.method) || permissionOf(route) === 'public') continue;
      const answer = await api.anonymous.raw(route.method as 'POST', addressOf(route.url), '{ not JSON');
      expect(answer.status, `${route.method} ${route.url}`).toBe(401);
    }
  });
});

it('an unknown address of the API answers 404 to everyone, whatever the method', async () => {
  for (const { client } of callers)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await client.send({ method, url: '/api/inventada' });
      expect([answer.status, answer.body.message]).toEqual([404, 'No se encontró la información solicitada.']);
    }
});

describe('a route without a permission', () => {
  const builds = (config: RouteOptions['config']) => async () => {
    const app = await buildApp({ database: api.database, secret: 'x'.repeat(32) });
    onTestFinished(() => app.close());
    app.route({ method: 'GET', url: '/api/olvidada', handler: async () => ({}), ...(config ? { config } : {}) });
    await app.ready();
  };

  it('keeps the application from starting', async () => {
    await expect(builds(undefined)()).rejects.toThrow('/api/olvidada declares no permission');
    await expect(builds({ permission: 'inventado' as never } as never)()).rejects.toThrow('declares no permission');
    await expect(builds({ permission: 'booklet' } as never)()).resolves.toBeUndefined();
  });
});
