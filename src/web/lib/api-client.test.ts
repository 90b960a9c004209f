import { beforeEach, expect, it, vi } from 'vitest';

const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

function stubBrowser() {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
}

async function load() {
  const [{ api }, errors, session, reauthentication] = await Promise.all([
    import('./api-client.ts'),
    import('./api-errors.ts'),
    import('./session.ts'),
    import('./reauthentication.ts'),
  ]);
  return { api, ...errors, ...session, ...reauthentication };
}

const answer = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const rosa = { _id: '1', nombre: 'Rosa', apellido: 'Y', cedula: '0602948179', email: 'r@e.ec', roles: [] };

const tokenOf = (call: number) => new Headers(fetchMock.mock.calls[call]?.[1].headers).get('x-access-token');

beforeEach(() => {
  vi.resetModules();
  fetchMock.mockReset();
  stubBrowser();
});

it('sends the token and reads a page with its total', async () => {
  const { api, setSession } = await load();
  setSession({ ...rosa, accessToken: 'first' });
  fetchMock.mockResolvedValueOnce(answer(200, [{ _id: 'a' }], { 'x-total-count': '1283' }));
  const page = await api.page('/api/nino', { query: { limit: 5, offset: 0, q: '', provincia: undefined } });
  expect(page).toEqual({ rows: [{ _id: 'a' }], total: 1283 });
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/nino?limit=5&offset=0');
  expect(tokenOf(0)).toBe('first');
});

it('keeps every problem of a refusal, as text', async () => {
  const { api, ApiError } = await load();
  const problems = [
    { msg: '<b>Este campo es obligatorio</b>', path: 'hcu' },
    { msg: 'Otro', path: 'cedula' },
  ];
  fetchMock.mockResolvedValueOnce(answer(400, { message: problems }));
  const error = await api.post('/api/mujer', {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, problems });
});

it.each([
  [
    'a page that is not ours',
    () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } })),
  ],
  ['a proxy with nobody behind it', () => Promise.resolve(new Response('Bad Gateway', { status: 502 }))],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('takes %s for a lost connection', async (_case, reply) => {
  const { api, NetworkError } = await load();
  fetchMock.mockImplementation(reply);
  await expect(api.get('/api/nino')).rejects.toBeInstanceOf(NetworkError);
});

it('asks for the password once when the session ends, and tries again with the new token', async () => {
  const { api, setSession } = await load();
  setSession({ ...rosa, accessToken: 'old' });
  fetchMock.mockImplementation(async (_url, init) =>
    new Headers(init.headers).get('x-access-token') === 'new'
      ? answer(201, { ok: true })
      : answer(401, { message: 'x' }),
  );
  const saved = Promise.all([api.post('/api/control', { peso: 8 }), api.post('/api/control', { peso: 9 })]);
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
  setSession({ ...rosa, accessToken: 'new' });
  await expect(saved).resolves.toEqual([{ ok: true }, { ok: true }]);
  expect(fetchMock.mock.calls.slice(2).map(([, init]) => init.body)).toEqual(['{"peso":8}', '{"peso":9}']);
});

it('lets the refusal through when nobody is signed in any more', async () => {
  const { api, setSession, clearSession } = await load();
  setSession({ ...rosa, accessToken: 'old' });
  fetchMock.mockImplementationOnce(async () => {
    clearSession();
    return answer(401, { message: 'Tu sesión terminó' });
  });
  await expect(api.get('/api/nino')).rejects.toMatchObject({ status: 401 });
});

it('takes a wrong password at sign-in for an answer, not for an ended session', async () => {
  const { api, setSession } = await load();
  setSession({ ...rosa, accessToken: 'old' });
  fetchMock.mockResolvedValueOnce(answer(401, { message: 'Cédula o contraseña incorrecta.' }));
  const error = await api.post('/api/auth/signin', {}, { anonymous: true }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 401, message: 'Cédula o contraseña incorrecta.' });
  expect(tokenOf(0)).toBeNull();
});
