import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

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
afterEach(() => void vi.useRealTimers());

// proves 7.1
it('a request sends the token and returns the answer with its total', async () => {
  const { api, setSession } = await load();
  setSession({ ...rosa, accessToken: 'first' });
  fetchMock.mockResolvedValueOnce(answer(200, [{ _id: 'a' }], { 'x-total-count': '1283' }));
  const page = await api.request('GET', '/api/nino', { query: { limit: 5, offset: 0, q: '', provincia: undefined } });
  expect(page).toEqual({ body: [{ _id: 'a' }], total: 1283, isMinimum: false });
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/nino?limit=5&offset=0');
  expect(tokenOf(0)).toBe('first');
});

it('a request that the page sent early is not sent again, and is given up after the same time', async () => {
  vi.useFakeTimers();
  const { api, setSession, NetworkError } = await load();
  setSession({ ...rosa, accessToken: 'first' });
  const askEarly = (url: string) => {
    const abort = new AbortController();
    const answer = new Promise<Response>((_, reject) => {
      abort.signal.addEventListener('abort', () => reject(abort.signal.reason));
    });
    Object.assign(window, { askedAhead: { url, token: 'first', abort, answer, arrived: false } });
    return abort.signal;
  };
  const silent = askEarly('/api/nino/a/libreta');
  const read = expect(api.request('GET', '/api/nino/a/libreta', { timeoutMs: 120 })).rejects.toBeInstanceOf(
    NetworkError,
  );
  await vi.advanceTimersByTimeAsync(120);
  await read;
  const left = askEarly('/api/nino/b/libreta');
  const signal = AbortSignal.abort();
  await expect(api.request('GET', '/api/nino/b/libreta', { signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect([silent.aborted, left.aborted]).toEqual([true, true]);
  expect(fetchMock.mock.calls.filter(([url]) => url.includes('libreta'))).toEqual([]);
});

it('a refusal keeps every problem as text', async () => {
  const { api, ApiError } = await load();
  const problems = [
    { msg: '<b>Este campo es obligatorio</b>', path: 'hcu' },
    { msg: 'Otro', path: 'cedula' },
  ];
  fetchMock.mockResolvedValueOnce(answer(400, { message: problems }));
  const error = await api.request('POST', '/api/mujer', { body: {} }).catch((reason: unknown) => reason);
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
])('%s counts as a lost connection', async (_case, reply) => {
  const { api, NetworkError } = await load();
  fetchMock.mockImplementation(reply);
  await expect(api.request('GET', '/api/nino')).rejects.toBeInstanceOf(NetworkError);
});

it('an ended session asks for the password once and repeats the request with the new token', async () => {
  const { api, setSession } = await load();
  setSession({ ...rosa, accessToken: 'old' });
  fetchMock.mockImplementation(async (_url, init) =>
    new Headers(init.headers).get('x-access-token') === 'new'
      ? answer(201, { ok: true })
      : answer(401, { message: 'x' }),
  );
  const saved = Promise.all([8, 9].map((peso) => api.request('POST', '/api/control', { body: { peso } })));
  await expect.poll(() => fetchMock).toHaveBeenCalledTimes(2);
  setSession({ ...rosa, accessToken: 'new' });
  await expect(saved).resolves.toMatchObject([{ body: { ok: true } }, { body: { ok: true } }]);
  expect(fetchMock.mock.calls.slice(2).map(([, init]) => init.body)).toEqual(['{"peso":8}', '{"peso":9}']);
});

it('the refusal is passed on when the account has signed out', async () => {
  const { api, setSession, clearSession } = await load();
  setSession({ ...rosa, accessToken: 'old' });
  fetchMock.mockImplementationOnce(async () => {
    clearSession();
    return answer(401, { message: 'Tu sesión terminó' });
  });
  await expect(api.request('GET', '/api/nino')).rejects.toMatchObject({ status: 401 });
});

it('a wrong password at sign-in is an answer, not an ended session', async () => {
  const { api, setSession } = await load();
  setSession({ ...rosa, accessToken: 'old' });
  fetchMock.mockResolvedValueOnce(answer(401, { message: 'Cédula o contraseña incorrecta.' }));
  const error = await api
    .request('POST', '/api/auth/signin', { body: {}, token: null })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 401, message: 'Cédula o contraseña incorrecta.' });
  expect(tokenOf(0)).toBeNull();
});

describe('a newer token of the same session', () => {
  const renewing = (token: string) => answer(200, [], { 'x-access-token': token });

  it('is stored from any answer, also from a refusal, and sent from then on', async () => {
    const { api, setSession, getSession } = await load();
    setSession({ ...rosa, accessToken: 'first' });
    fetchMock.mockResolvedValueOnce(renewing('second'));
    await api.request('GET', '/api/nino');
    expect(getSession()).toEqual({ ...rosa, accessToken: 'second' });
    expect(JSON.parse(localStorage.getItem('libreta.session') ?? '')).toEqual({ ...rosa, accessToken: 'second' });
    fetchMock.mockResolvedValueOnce(answer(404, {}, { 'x-access-token': 'third' }));
    await api.request('GET', '/api/nino/x').catch(() => undefined);
    expect([tokenOf(1), getSession()?.accessToken]).toEqual(['second', 'third']);
  });

  it('is stored once from parallel answers', async () => {
    const { api, setSession, getSession, onSessionChange } = await load();
    setSession({ ...rosa, accessToken: 'first' });
    const listener = vi.fn();
    onSessionChange(listener);
    fetchMock.mockImplementation(async () => renewing('second'));
    await Promise.all([1, 2, 3].map(() => api.request('GET', '/api/nino')));
    expect(getSession()?.accessToken).toBe('second');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['ended', null],
    ['begun anew', { ...rosa, accessToken: 'another' }],
  ])('does not change a session that was %s meanwhile', async (_, now) => {
    const { api, setSession, clearSession, getSession } = await load();
    setSession({ ...rosa, accessToken: 'first' });
    fetchMock.mockImplementationOnce(async () => {
      if (now) setSession(now);
      else clearSession();
      return renewing('second');
    });
    await api.request('GET', '/api/nino');
    expect(getSession()).toEqual(now);
    expect(localStorage.getItem('libreta.session')).toBe(now && JSON.stringify(now));
  });

  it('does not restore a session that another tab ended before this tab received the event', async () => {
    const { api, setSession } = await load();
    setSession({ ...rosa, accessToken: 'first' });
    fetchMock.mockImplementationOnce(async () => {
      localStorage.removeItem('libreta.session');
      return renewing('second');
    });
    await api.request('GET', '/api/nino');
    expect(localStorage.getItem('libreta.session')).toBeNull();
  });

  it('lasts as long as the page when the device stores nothing', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    const { api, setSession, getSession } = await load();
    setSession({ ...rosa, accessToken: 'first' });
    fetchMock.mockResolvedValueOnce(renewing('second'));
    await api.request('GET', '/api/nino');
    expect(getSession()?.accessToken).toBe('second');
  });

  it('is not taken from a call that was made with another token', async () => {
    const { api, setSession, getSession } = await load();
    setSession({ ...rosa, accessToken: 'first' });
    fetchMock.mockResolvedValueOnce(renewing('second'));
    await api.request('POST', '/api/auth/signout', { body: {}, token: 'first', keepalive: true });
    expect(fetchMock.mock.calls[0]?.[1].keepalive).toBe(true);
    expect([tokenOf(0), getSession()?.accessToken]).toEqual(['first', 'first']);
  });
});

describe('a download', () => {
  const TYPE = 'text/csv';
  const bytes = (text: string) => new TextEncoder().encode(text);
  const fileOf = (body: ReadableStream<Uint8Array>, type = 'text/csv; charset=utf-8') => {
    const disposition = 'attachment; filename="listado-ninos-2026-11-21.csv"';
    return new Response(body, { headers: { 'content-type': type, 'content-disposition': disposition } });
  };
  /** An answer whose body arrives in these chunks; an Error breaks it off. */
  const streamed = (pieces: (string | Error)[], type?: string) =>
    fetchMock.mockImplementationOnce(async () => {
      const rest = [...pieces];
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const piece = rest.shift();
        if (piece === undefined) controller.close();
        else if (piece instanceof Error) controller.error(piece);
        else controller.enqueue(bytes(piece));
      };
      return fileOf(new ReadableStream({ pull }), type);
    });
  /** An answer whose body the test feeds until it is cancelled. */
  function fed() {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    fetchMock.mockImplementationOnce(async (_, { signal }) => {
      signal?.addEventListener('abort', () => controller?.error(signal.reason));
      const start = (own: typeof controller) => {
        controller = own;
      };
      return fileOf(new ReadableStream({ start }));
    });
    return { give: (piece: string) => controller?.enqueue(bytes(piece)), end: () => controller?.close() };
  }
  const receiver = (chunks: string[] = []) => ({
    type: TYPE,
    onStart: () => (chunk: Uint8Array) => chunks.push(new TextDecoder().decode(chunk)),
  });

  it('passes on its chunks and is complete at the end', async () => {
    const { api, setSession } = await load();
    setSession({ ...rosa, accessToken: 'first' });
    streamed(['uno;', 'dos']);
    const chunks: string[] = [];
    const file = await api.download('/api/nino/exportar.csv', receiver(chunks), { query: { q: 'rosa' } });
    expect([chunks, await file.content.text(), file.content.type, file.name]).toEqual([
      ['uno;', 'dos'],
      'uno;dos',
      TYPE,
      'listado-ninos-2026-11-21.csv',
    ]);
    expect([fetchMock.mock.calls[0]?.[0], tokenOf(0)]).toEqual(['/api/nino/exportar.csv?q=rosa', 'first']);
  });

  it('may last longer than the limit while chunks arrive, but not when it stalls', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { api, NetworkError } = await load();
    const goesOn = fed();
    const file = api.download('/x', receiver(), { timeoutMs: 120 });
    for (const piece of 'abcdef') {
      await vi.advanceTimersByTimeAsync(119);
      goesOn.give(piece);
    }
    goesOn.end();
    expect(await (await file).content.text()).toBe('abcdef');
    const standsStill = fed();
    const stopped = expect(api.download('/x', receiver(), { timeoutMs: 120 })).rejects.toBeInstanceOf(NetworkError);
    await vi.advanceTimersByTimeAsync(119);
    standsStill.give('a');
    await vi.advanceTimersByTimeAsync(120);
    await stopped;
  });

  it('fails when it breaks off or is another server’s page', async () => {
    const { api, NetworkError } = await load();
    streamed(['a', new TypeError('network error')]);
    await expect(api.download('/x', receiver())).rejects.toBeInstanceOf(NetworkError);
    streamed(['<html>'], 'text/html');
    await expect(api.download('/x', receiver())).rejects.toBeInstanceOf(NetworkError);
  });

  it('reports a refusal and a cancellation', async () => {
    const { api, ApiError, NetworkError } = await load();
    fetchMock.mockResolvedValueOnce(answer(403, { message: 'No.' }));
    await expect(api.download('/x', receiver())).rejects.toThrow(ApiError);
    const controller = new AbortController();
    fed();
    const left = api.download('/x', receiver(), { signal: controller.signal });
    controller.abort();
    await expect(left).rejects.not.toBeInstanceOf(NetworkError);
  });
});
