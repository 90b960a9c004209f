import { beforeEach, expect, expectTypeOf, it, vi } from 'vitest';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { countByStaff } from '#domain/calls/reports.ts';
import { signin, signup } from '#domain/calls/session.ts';
import { getUser, listUsers, saveUser, type User } from '#domain/calls/users.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { answering, fetchOf } from '../../../tests/support/answering.ts';

const ROSA: User = {
  _id: 'a b',
  version: 1,
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '0602948179',
  email: 'r@e.ec',
  roles: [],
  fechaRegistro: '2026-11-21T00:00:00.000Z',
};

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

const load = () => import('./call.ts');

it('a call puts each argument where its declaration says and returns the answer', async () => {
  const { call } = await load();
  const { roles: _, fechaRegistro: __, _id, version, ...identity } = ROSA;
  const fake = answering(saveUser, ({ params, body }) => ({
    ...ROSA,
    _id: params.id,
    nombre: body.nombre,
    message: 'Sí',
  }));
  vi.stubGlobal('fetch', fetchOf(fake));
  const body = { ...identity, nombre: 'Rosa María', roles: '0190a000-0000-7000-8000-000000000001', version };
  const saved = await call(saveUser, { params: { id: _id }, body });
  expect(saved).toEqual({ ...ROSA, nombre: 'Rosa María', message: 'Sí' });
  expectTypeOf(saved.message).toEqualTypeOf<string>();
});

it('a list is read with its total and with the counts next to it', async () => {
  const { call } = await load();
  const general = { ninos: 1, mujeres: 2, total: 3 };
  vi.stubGlobal(
    'fetch',
    fetchOf(
      answering(listUsers, ({ query }) => ({ rows: query?.limit === '1' ? [ROSA] : [], total: 1283 })),
      answering(countByStaff, () => ({ answer: { filas: [], general }, total: 7 })),
    ),
  );
  expect(await call(listUsers, { query: { limit: 1, q: '' } })).toEqual({ rows: [ROSA], total: 1283 });
  expect(await call(countByStaff, {})).toEqual({ answer: { filas: [], general }, total: 7 });
});

it('a total that stopped at a limit is a minimum', async () => {
  const { call } = await load();
  const fake = answering(listUsers, () => ({ rows: [ROSA], total: 10_000, isMinimum: true }));
  vi.stubGlobal('fetch', fetchOf(fake));
  expect(await call(listUsers, { query: { limit: 1 } })).toEqual({ rows: [ROSA], total: 10_000, isMinimum: true });
});

it('a list without a total has as many rows as it sends', async () => {
  const { call } = await load();
  const { list } = catalogCalls(CATALOGS.discapacidad);
  vi.stubGlobal('fetch', async () => Response.json([{ _id: '1', version: 1, tipo: 'Visual' }]));
  expect(await call(list, {})).toMatchObject({ total: 1, rows: [{ tipo: 'Visual' }] });
});

// proves 7.2
it.each([signin, signup])('$path sends no token, also with a session', async (declared) => {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ ...ROSA, accessToken: 'old' }) });
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(init);
    return Response.json({});
  });
  const { call } = await load();
  const body = { cedula: ROSA.cedula, password: 'x', nombre: 'Rosa', apellido: 'Y', email: 'r@e.ec' };
  await call(declared, { body });
  await call(getUser, { params: { id: '1' } });
  expect(sent.map(({ headers }) => new Headers(headers).get('x-access-token'))).toEqual([null, 'old']);
});

it('a query key begins with its family, by which a write renews it', async () => {
  const { callQuery: asked } = await load();
  const { queryKey, meta } = asked(getUser, { params: { id: '1' } }, { family: ['users'], what: 'usuarios' });
  expect(queryKey).toEqual(['users', 'GET /api/users/:id', { params: { id: '1' } }]);
  expect(meta).toEqual({ what: 'usuarios' });
});

it('a fake with another answer does not compile', () => {
  // @ts-expect-error a user has a version
  answering(getUser, () => ({ ...ROSA, version: undefined }));
  // @ts-expect-error no answer, but the rows and their total
  answering(listUsers, () => [ROSA]);
  expect(answering(getUser, () => ROSA).call).toBe(getUser);
});
