import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { STREAM_BATCH_ROWS } from '#server/lists/listing.ts';
import { buildApp } from '#server/start/app.ts';
import { countReads, manyTurns } from '../support/count-reads.ts';
import { lasting, until } from '../support/passing-time.ts';
import { readAnswers, speak } from '../support/raw-http.ts';
import { seed } from '../support/seed.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const HOUR = 3_600_000;
/** Only for what they are to cut off: they cut off any client while this process, which is also the server, stands still. */
const LIMITS = { headers: 600, request: 1_500, idle: 1_500, drain: 1_000 };
const HOST = 'Host: x\r\n';
const JSON_BODY = `${HOST}Content-Type: application/json\r\nContent-Length: 15000\r\n\r\n`;

/** Limits that cut nothing off. */
const NO_LIMITS = { headers: HOUR, request: HOUR, idle: HOUR, drain: HOUR };

let api: TestApi;
let url: string;
beforeAll(async () => {
  api = await startTestApi({ connectionLimits: NO_LIMITS });
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const connections = ({ server }: TestApi['app']) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
const noConnectionsLeft = (app = api.app) => expect.poll(() => connections(app)).toBe(0);

/** Another application on the same data, with a count of its requests. */
async function anotherApp(limits = NO_LIMITS) {
  const app = await buildApp({ database: api.database, secret: SECRET, connectionLimits: limits });
  let requests = 0;
  app.server.on('request', () => {
    requests += 1;
  });
  return {
    app,
    begin: () => app.listen({ port: 0, host: '127.0.0.1' }),
    hasBeenAsked: (times: number) => until(() => requests >= times, `${times} requests have come`),
  };
}

const health = (address = url) => speak(address, `GET /api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`).closed;

/** Expects the common form of early refusals. */
function expectRefusal(text: string, code: ErrorCode): void {
  const { status, message } = ERRORS[code];
  expect(readAnswers(text)).toEqual([
    {
      status,
      headers: expect.objectContaining({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
      }),
      body: { code, message },
    },
  ]);
}

describe('a slow client', () => {
  let strict: Awaited<ReturnType<typeof anotherApp>>;
  let address: string;
  beforeAll(async () => {
    strict = await anotherApp(LIMITS);
    address = await strict.begin();
  });
  afterAll(() => strict.app.close());

  it.each([
    ['sends nothing', ''],
    ['sends its headers byte by byte', `GET /api/health HTTP/1.1\r\n${HOST}X-Slow: `],
    ['sends its body byte by byte', `POST /api/auth/signin HTTP/1.1\r\n${JSON_BODY}`],
  ])('that %s is answered 408 and disconnected', async (_what, text) => {
    const { closed } = speak(address, text, text === '' ? undefined : { text: 'x', everyMs: 50 });
    expectRefusal(await closed, 'timeout');
    await noConnectionsLeft(strict.app);
  });

  it('cannot continue sending for ever after its answer', async () => {
    const { app, begin } = await anotherApp();
    const sending = speak(await begin(), `POST /api/mujer HTTP/1.1\r\n${JSON_BODY}`, { text: 'x', everyMs: 50 });
    await expect.poll(sending.answer).toMatch(/^HTTP\/1\.1 401 /);
    // Now the time for its request is over. Node takes the shorter of the two for the headers.
    app.server.headersTimeout = 1;
    app.server.requestTimeout = 1;
    expect(readAnswers(await sending.closed).map(({ status }) => status)).toEqual([401, 408]);
    await noConnectionsLeft(app);
    await app.close();
  });

  it('may save a record as long as it makes progress', async () => {
    const body = JSON.stringify(RECORDS.mujer.example);
    const head = `POST /api/mujer HTTP/1.1\r\n${HOST}x-access-token: ${api.admin.token}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    const { app, begin } = await anotherApp();
    const taken = once(app.server, 'connection');
    const { socket, closed } = speak(await begin(), `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
    const [theirs] = (await taken) as [Socket];
    const step = Math.ceil(body.length / 10);
    for (let at = 0; at < body.length; at += step) {
      await until(() => theirs.bytesRead === socket.bytesWritten, 'the server has read all so far');
      socket.write(body.slice(at, at + step));
    }
    expect(await closed).toMatch(/^HTTP\/1\.1 201 /);
    await app.close();
  });

  it('that disconnects halfway leaves nothing', async () => {
    const { app, begin, hasBeenAsked } = await anotherApp();
    const address = await begin();
    const begun = `POST /api/auth/signin HTTP/1.1\r\n${JSON_BODY}{"a":`;
    const uploads = Array.from({ length: 50 }, () => speak(address, begun));
    await hasBeenAsked(50);
    for (const { socket } of uploads) socket.resetAndDestroy();
    await noConnectionsLeft(app);
    expect(await health(address)).toMatch(/^HTTP\/1\.1 200 /);
    await app.close();
  });
});

describe('a request refused before routing, with our message and no-store', () => {
  it.each<[string, string, ErrorCode]>([
    ['a line that is not a request', 'HOLA\r\n\r\n', 'malformed'],
    ['an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 'malformed'],
    ['a request for a tunnel', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 'malformed'],
    ['two lengths', `GET / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 'malformed'],
    ['endless headers', `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 'headersTooLarge'],
    [
      'endless chunk extensions',
      `POST /api/auth/signin HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;a=${'b'.repeat(20_000)}\r\n`,
      'tooLarge',
    ],
    [
      'an unknown expectation',
      `GET /api/health HTTP/1.1\r\n${HOST}Connection: close\r\nExpect: milagros\r\n\r\n`,
      'expectation',
    ],
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 'malformed'],
    ['a method without a route', `PROPFIND /api/nino HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 'notFound'],
    ['a TRACE request', `TRACE / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 'notFound'],
    ['an undecodable address', `GET /%ff HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 'notFound'],
  ])('%s', async (_what, text, code) => {
    expectRefusal(await speak(url, text).closed, code);
  });
});

it('a FHIR request with endless headers is refused as FHIR explains errors', async () => {
  const request = `GET /fhir/Patient?name=${'a'.repeat(60_000)} HTTP/1.1\r\n${HOST}\r\n`;
  const [answer] = readAnswers(await speak(url, request).closed);
  expect(answer).toMatchObject({
    status: 431,
    headers: { 'content-type': 'application/fhir+json; charset=utf-8', 'cache-control': 'no-store' },
    body: { resourceType: 'OperationOutcome', issue: [{ code: 'too-long' }] },
  });
});

describe('a long list whose client stops reading', () => {
  beforeAll(async () => {
    // Long, hardly compressible texts, so that sockets cannot buffer the whole list.
    const noise = sql`(select string_agg(md5(i || '-' || part), '') from generate_series(1, 6) as part)`;
    const women = (first: number, last: number) => sql`
      insert into mujer (_id, fecha_registro, created_by, busqueda, hcu, cedula, nombres, apellidos, discapacidad,
        direccion, parroquia, establecimiento)
      select gen_random_uuid(), timestamptz '2026-01-01' + i * interval '1 second', ${api.admin.id}, 'larga ' || i,
        'H' || i, '00' || 90000000 + i, noise, 'A', 'No', reverse(noise), translate(noise, '0123456789', '7492805163'),
        translate(noise, 'abcdef0123', 'e3d10cfa2b')
      from generate_series(${first}::int, ${last}::int) as i, lateral (select ${noise} as noise) as noises`;
    await seed(api.database.db, 20_000, women);
  });

  const WAYS = [
    ['/api/mujer', 'identity'],
    ['/api/mujer', 'gzip'],
    ['/api/mujer/exportar.xlsx', 'identity'],
    ['/api/mujer/exportar.csv', 'gzip'],
  ] as const;
  const open = async (path: string, encoding: string, address = url): Promise<IncomingMessage> => {
    const headers = { 'x-access-token': api.admin.token, 'accept-encoding': encoding, connection: 'close' };
    const [response] = await once(get(`${address}${path}`, { headers }), 'response');
    return response.on('error', () => {});
  };

  it.each(WAYS)('%s (%s): reading stops, and the connection is closed after a while', async (path, encoding) => {
    const { app, begin } = await anotherApp({ ...NO_LIMITS, idle: LIMITS.idle });
    const address = await begin();
    const taken = once(app.server, 'connection').then(([socket]) => (socket as Socket).setTimeout(HOUR));
    const reads = countReads(api.database.db);
    await open(path, encoding, address);
    // From its answer on.
    (await taken).setTimeout(app.server.timeout);
    await noConnectionsLeft(app);
    const seen = reads();
    expect(seen).toBeGreaterThan(0);
    expect(seen * STREAM_BATCH_ROWS).toBeLessThan(20_000);
    await manyTurns(api.database.db);
    expect(reads()).toBe(seen);
    await app.close();
  });

  it.each(WAYS)('%s (%s): a client that disconnects ends the reading', async (path, encoding) => {
    const reads = countReads(api.database.db);
    const response = await open(path, encoding);
    await once(response, 'data');
    response.destroy();
    await noConnectionsLeft();
    const seen = reads();
    await manyTurns(api.database.db);
    expect(reads()).toBeLessThanOrEqual(seen + 1);
    expect(seen).toBeLessThan(40);
  });

  it('is complete for a client that reads slowly but steadily', async () => {
    // Longer than this process stands still on a busy machine.
    const idle = 12_000;
    const { app, begin } = await anotherApp({ ...NO_LIMITS, idle });
    const response = await open('/api/mujer/exportar.csv', 'identity', await begin());
    let text = '';
    response.setEncoding('utf8');
    const started = performance.now();
    for await (const chunk of response) {
      text += chunk;
      await lasting(100, 'what a slow reader needs');
    }
    expect(performance.now() - started, 'longer than a connection may stand still').toBeGreaterThan(idle);
    expect(text.trimEnd().split('\r\n')).toHaveLength(Number(response.headers['x-total-count']) + 1);
    await app.close();
  });
});

it('connections beyond the limit of the server are refused', async () => {
  const few = await startTestApi({ connectionLimits: { count: 3 } });
  const address = await few.app.listen({ port: 0, host: '127.0.0.1' });
  const held = Array.from({ length: 3 }, () => speak(address, ''));
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
  expect(await health(address)).toBe('');
  held[0]?.socket.destroy();
  await held[0]?.closed;
  await expect.poll(() => health(address)).toMatch(/^HTTP\/1\.1 200 /);
  await few.close();
});

describe('a server that stops', () => {
  /** A server with a request that ends on command and one that never ends. */
  async function stoppable(drain = HOUR) {
    const { app, begin, hasBeenAsked } = await anotherApp({ ...NO_LIMITS, drain });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const config = { permission: 'public' } as const;
    app.get('/api/larga', { config }, async () => {
      await finished;
      return { message: 'Listo.' };
    });
    app.get('/api/eterna', { config }, () => new Promise(() => {}));
    return { app, address: await begin(), finish, hasBeenAsked };
  }
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;

  it('closes idle connections at once', async () => {
    const { app, address } = await stoppable();
    const used = speak(address, ask('/api/health'));
    const unused = speak(address, '');
    await expect.poll(used.answer).toMatch(/200 OK/);
    await app.close();
    await Promise.all([used.closed, unused.closed]);
  });

  it('finishes running requests, refuses new ones, and then ends', async () => {
    const { app, address, finish, hasBeenAsked } = await stoppable();
    const under = speak(address, ask('/api/larga'));
    await hasBeenAsked(1);
    const ending = app.close();
    await until(() => !app.server.listening, 'the server stops');
    under.socket.write(ask('/api/health') + ask('/api/nino'));
    expect(await speak(address, ask('/api/health')).closed, 'no new connection').toBe('');
    await hasBeenAsked(2);
    finish();
    const [done, health, list] = readAnswers(await under.closed);
    expect([done?.status, done?.body]).toEqual([200, { message: 'Listo.' }]);
    const refusal = {
      status: 503,
      body: { code: 'unavailable', message: ERRORS.unavailable.message, requestId: expect.any(String) },
    };
    expect(health).toMatchObject(refusal);
    expect(health?.headers).toMatchObject({
      connection: 'close',
      'retry-after': expect.stringMatching(/^\d+$/),
      'cache-control': 'no-store',
    });
    // The connection is closed with the first refusal.
    expect(list).toBeUndefined();
    await ending;
  });

  it('finally cuts off requests that never end', async () => {
    const { app, address, hasBeenAsked } = await stoppable(LIMITS.drain);
    const eternal = speak(address, ask('/api/eterna'));
    const body = speak(address, `POST /api/auth/signin HTTP/1.1\r\n${JSON_BODY}`, { text: 'x', everyMs: 50 });
    await hasBeenAsked(2);
    const started = performance.now();
    await app.close();
    expect(performance.now() - started).toBeGreaterThan(LIMITS.drain * 0.9);
    expect(await eternal.closed).toBe('');
    await body.closed;
  });
});
