import { beforeEach, expect, it, vi } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';

const ID = '0190a000-0000-4000-8000-000000000001';
const CHILD = '0190a000-0000-4000-8000-000000000002';
const { nino, vacuna } = RECORDS;

const sent = vi.fn<(method: string, url: string, body: unknown) => void>();

/** A server that gives the same answer to every call. @param more further headers */
function answerWith(body: unknown, total?: number, more: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body: text }: RequestInit = {}) => {
    sent(method, url, text ? JSON.parse(String(text)) : undefined);
    const headers = {
      'content-type': 'application/json',
      ...(total !== undefined && { 'x-total-count': `${total}` }),
      ...more,
    };
    return new Response(JSON.stringify(body), { headers });
  });
}

beforeEach(() => {
  vi.resetModules();
  sent.mockClear();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

const load = async () => (await import('./remote-source.ts')).remoteSource;

const DOSE = { tipovacuna: 'BCG', dosis: 1 };
const NESTED = { _id: ID, version: 1, clasificacion: 'A', esquema: [DOSE], ninoId: CHILD, message: 'Guardado.' };
const FLAT = { _id: ID, version: 1, clasificacion: 'A', ...DOSE, ninoId: CHILD, message: 'Guardado.' };

it('a page is requested as specified, and its rows are flat', async () => {
  answerWith([NESTED], 1283);
  const source = await load();
  const request = { limit: 5, offset: 10, q: 'ñusta 50%', estado: undefined };
  expect(await source.page(vacuna, request, {})).toEqual({ rows: [FLAT], total: 1283 });
  expect(await source.page(nino, request, {})).toEqual({ rows: [NESTED], total: 1283 });
  expect(sent.mock.lastCall).toEqual(['GET', '/api/nino?limit=5&offset=10&q=%C3%B1usta+50%25', undefined]);
});

it('a page whose total stopped at a limit says so', async () => {
  answerWith([NESTED], 10_000, { 'x-total-count-is-minimum': 'true' });
  const source = await load();
  const page = await source.page(nino, { limit: 5, offset: 0, q: 'sisa' }, {});
  expect(page).toEqual({ rows: [NESTED], total: 10_000, isMinimum: true });
});

it('records are requested by their fields, by person and by id', async () => {
  answerWith([NESTED]);
  const source = await load();
  expect(await source.where(nino, { cedulamadre: '0603714026' }, {})).toEqual([NESTED]);
  expect(sent.mock.lastCall).toEqual(['GET', '/api/nino?cedulamadre=0603714026&limit=20', undefined]);
  expect(await source.of(vacuna, CHILD, {})).toEqual([FLAT]);
  expect(sent.mock.lastCall).toEqual(['GET', `/api/vacuna?ninoId=${CHILD}`, undefined]);
  expect(await source.like(nino, { nombres: 'SISA' }, {})).toEqual([NESTED]);
  expect(sent.mock.lastCall).toEqual(['GET', '/api/nino/parecidos?nombres=SISA', undefined]);
  answerWith(NESTED);
  expect(await source.one(vacuna, ID, {})).toEqual(FLAT);
  expect(await source.booklet(nino, CHILD)).toEqual(NESTED);
  expect(sent.mock.lastCall).toEqual(['GET', `/api/nino/pdf/${CHILD}`, undefined]);
});

it('parts of a booklet that are wanted at once are one request, and fewer than three are requests of their own', async () => {
  const persona = { _id: CHILD, version: 3, nombres: 'SISA' };
  answerWith({ persona, registros: { vacuna: [NESTED], control: [] } });
  const source = await load();
  const reads = [source.one(nino, CHILD, {}), source.of(vacuna, CHILD, {}), source.of(RECORDS.control, CHILD, {})];
  expect(await Promise.all(reads)).toEqual([persona, [FLAT], []]);
  expect(sent.mock.calls).toEqual([['GET', `/api/nino/${CHILD}/libreta`, undefined]]);

  sent.mockClear();
  answerWith([]);
  const other = CHILD.replace('2', '3');
  await Promise.all([
    source.of(vacuna, CHILD, {}),
    source.of(RECORDS.control, CHILD, {}),
    source.of(vacuna, other, {}),
  ]);
  expect(sent.mock.calls.map(([, url]) => url)).toEqual([
    `/api/vacuna?ninoId=${CHILD}`,
    `/api/control?ninoId=${CHILD}`,
    `/api/vacuna?ninoId=${other}`,
  ]);
});

it('after a fault in one part of a booklet the others are read alone, and not when the server is busy', async () => {
  const answer = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const requested: string[] = [];
  const failWith = (status: number, code: string) => {
    requested.length = 0;
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes(CHILD)) requested.push(url);
      return url.includes('libreta') || url.includes('control') ? answer(status, { code }) : answer(200, [NESTED]);
    });
  };
  const source = await load();
  const read = () =>
    Promise.allSettled([
      source.of(vacuna, CHILD, {}),
      source.of(RECORDS.control, CHILD, {}),
      source.of(RECORDS.anemia, CHILD, {}),
    ]);
  failWith(500, 'internal');
  expect((await read()).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(requested).toHaveLength(4);
  failWith(503, 'unavailable');
  expect((await read()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(requested).toHaveLength(1);
});

it('a booklet is no longer read when all of its parts were given up, and not before', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const source = await load();
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const reads = [
    source.one(nino, CHILD, { signal: first.signal }),
    source.of(vacuna, CHILD, { signal: second.signal }),
    source.of(RECORDS.control, CHILD, { signal: third.signal }),
  ];
  const settled = Promise.allSettled(reads);
  await expect.poll(() => signals.length).toBe(1);
  first.abort();
  second.abort();
  expect(signals[0]?.aborted).toBe(false);
  third.abort();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

it('a save is sent nested, with the id made on the device and the version of the form', async () => {
  answerWith(NESTED);
  const { remoteWrites } = await import('./remote-records.ts');
  const values = { clasificacion: 'A', ...DOSE };
  expect(await remoteWrites.create({ definition: vacuna, _id: ID, values, parentId: CHILD })).toEqual(FLAT);
  const body = { clasificacion: 'A', esquema: [DOSE] };
  expect(sent.mock.lastCall).toEqual(['POST', '/api/vacuna', { ...body, ninoId: CHILD, _id: ID }]);
  expect(await remoteWrites.replace({ definition: vacuna, _id: ID, version: 3, values })).toEqual(FLAT);
  expect(sent.mock.lastCall).toEqual(['PUT', `/api/vacuna/${ID}`, { ...body, version: 3 }]);
  await remoteWrites.remove({ definition: nino, _id: CHILD });
  expect(sent.mock.lastCall).toEqual(['DELETE', `/api/nino/${CHILD}`, undefined]);
});

it('visits, their counts, options as texts and altitudes are requested', async () => {
  answerWith([{ _id: CHILD }], 7);
  const source = await load();
  expect(await source.visits({ motivo: 'control', limit: '5' }, {})).toEqual({ rows: [{ _id: CHILD }], total: 7 });
  expect(sent.mock.lastCall).toEqual(['GET', '/api/seguimiento?motivo=control&limit=5', undefined]);
  answerWith([{ dosis: 1 }, { dosis: '' }, { dosis: 10 }]);
  expect(await source.options('vacunadosisnino', {})).toEqual(['1', '10']);
  expect(sent.mock.lastCall).toEqual(['GET', '/api/vacunadosisnino', undefined]);
  answerWith({ total: 7 });
  expect(await source.visitCounts({ q: 'a' }, {})).toEqual({ total: 7 });
  expect(sent.mock.lastCall).toEqual(['GET', '/api/seguimiento/conteo?q=a', undefined]);
  answerWith({ tabla: '2024', cantones: [] });
  expect(await source.altitudes({})).toEqual({ tabla: '2024', cantones: [] });
  expect(sent.mock.lastCall).toEqual(['GET', '/api/altitudes', undefined]);
});

it('an aborted read is rejected at once', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        const leave = () => reject(signal?.reason);
        if (signal?.aborted) leave();
        else signal?.addEventListener('abort', leave);
      }),
  );
  const source = await load();
  const leaving = new AbortController();
  const { signal } = leaving;
  const reads = [
    source.page(nino, { limit: 5, offset: 0 }, { signal }),
    source.of(vacuna, CHILD, { signal }),
    source.visits({}, { signal }),
    source.options('discapacidad', { signal }),
    source.altitudes({ signal }),
  ];
  leaving.abort();
  for (const read of reads) await expect(read).rejects.toThrow();
});
