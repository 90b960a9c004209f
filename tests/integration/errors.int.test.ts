import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { bodyWith, createRecord, recordOf } from '../support/factories.ts';
import { recordedLog } from '../support/log-sink.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const PRIVATE = 'LUZ TENESACA 0603714026';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const { logger, lines } = recordedLog();
const log = () => lines.join('');
const logged = () => lines.map((line) => JSON.parse(line));

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ logger });
});
afterAll(() => api.close());
beforeEach(() => {
  lines.length = 0;
});

/** An application on the same data with a failing route. */
async function failingWith(error: unknown): Promise<ApiClient> {
  const app = await buildApp({ database: api.database, secret: 'x'.repeat(40), logger });
  onTestFinished(() => app.close());
  const handler = async () => {
    throw error;
  };
  app.route({ method: 'GET', url: '/api/falla', config: { permission: 'public' }, handler });
  return new ApiClient(app);
}

describe('an unexpected error', () => {
  it.each<[string, () => unknown]>([
    ['an Error', () => new Error(`broken: ${PRIVATE}`)],
    ['a TypeError with a cause', () => new TypeError(PRIVATE, { cause: new Error(PRIVATE) })],
    ['an error with a status of its own', () => Object.assign(new Error(PRIVATE), { statusCode: 500, expose: true })],
    ['an error of the network', () => Object.assign(new Error(PRIVATE), { code: 'EISDIR' })],
    ['a text', () => PRIVATE],
    ['an object', () => ({ message: PRIVATE, secreto: PRIVATE })],
  ])('%s is answered with one sentence and the id of its log line', async (_what, error) => {
    const client = await failingWith(error());
    const { status, body, text, headers } = await client.get('/api/falla');
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 'internal',
      message: ERRORS.internal.message,
      requestId: expect.stringMatching(UUID),
    });
    expect(headers['x-request-id']).toBe(body.requestId);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(text).not.toMatch(/LUZ|0603714026|Error|at /);
    expect(logged().filter(({ level, reqId }) => level === 50 && reqId === body.requestId)).toHaveLength(1);
  });

  it('every answer has an id of its own', async () => {
    const ids = [];
    for (const url of ['/api/health', '/api/nino', '/api/inventada'])
      ids.push((await api.anonymous.get(url)).headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(3);
    const forged = {
      method: 'GET',
      url: '/api/health',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    } as const;
    expect((await api.anonymous.send(forged)).headers['x-request-id']).toMatch(UUID);
  });
});

describe('an error of the database', () => {
  const failure = (error: unknown) => failingWith(error).then((client) => client.get('/api/falla'));

  it('logs its code and constraint, but neither parameters nor detail', async () => {
    await createRecord(api.admin, 'mujer');
    const broken = await api.database.db
      .execute(sql`update mujer set hcu = ${PRIVATE.repeat(20)}`)
      .catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(Error);
    lines.length = 0;
    const answer = await failure(broken);
    expect([answer.status, answer.body.message]).toEqual([500, ERRORS.internal.message]);
    expect(log()).toMatch(/23514/);
    expect(log()).toMatch(/mujer_\w+_check/);
    expect(log()).not.toMatch(/LUZ|0603714026|Failing row|update mujer/);
  });

  it('logs no parameters when the driver gives no code', async () => {
    const cause = new Error('Client has encountered a connection error and is not queryable');
    const wrapped = new Error(
      `Failed query: insert into nino values ($1)\nparams: ${PRIVATE}\n    at ${PRIVATE} (x.js:1:1)`,
      { cause },
    );
    await failure(Object.assign(wrapped, { query: 'insert into nino values ($1)', params: [PRIVATE] }));
    expect(log()).toContain('request failed');
    expect(log()).not.toMatch(/LUZ|0603714026/);
  });

  it.each([['ECONNREFUSED'], ['ECONNRESET'], ['57P01'], ['53300'], ['08006']])(
    '%s is answered as temporarily unavailable',
    async (code) => {
      const wrapped = new Error('Failed query', { cause: Object.assign(new Error(PRIVATE), { code }) });
      const { status, body, headers } = await failure(wrapped);
      expect([status, headers['retry-after'], body]).toEqual([
        503,
        '5',
        { code: 'unavailable', message: ERRORS.unavailable.message, requestId: expect.stringMatching(UUID) },
      ]);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'timeout exceeded when trying to connect',
    'PGlite is closed',
  ])('“%s” is answered as temporarily unavailable', async (message) => {
    expect((await failure(new Error('Failed query', { cause: new Error(message) }))).status).toBe(503);
  });
});

describe('the log of ordinary requests', () => {
  it('holds neither typed text nor answers', async () => {
    const body = bodyWith(recordOf('mujer'), undefined, { nombres: 'LUZ', direccion: PRIVATE });
    const signin = { cedula: api.admin.cedula, password: 'Equivocada1' };
    const answers = [
      await api.admin.post('/api/mujer', body),
      await api.admin.post('/api/mujer', body),
      await api.admin.post('/api/mujer', { direccion: PRIVATE }),
      await api.admin.get('/api/mujer', { q: 'luz tenesaca', provincia: 'LUZ' }),
      await api.admin.get('/api/mujer', { limit: 'LUZ' }),
      await api.anonymous.get('/api/mujer/LUZ?cedula=0603714026'),
      await api.anonymous.get('/api/LUZ?cedula=0603714026'),
      await api.anonymous.get('/api/mujer/LUZ%ff'),
      await api.anonymous.raw('POST', '/api/auth/signin', `{"cedula":"${PRIVATE}`),
      await api.anonymous.post('/api/auth/signin', signin),
      await api.anonymous.post('/api/auth/signin', { ...signin, password: api.admin.password }),
      await api.anonymous.raw('POST', '/api/auth/signin', PRIVATE, 'text/plain'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 400, 400, 400, 401, 404, 404, 400, 401, 200, 415]);
    expect(log()).not.toMatch(/LUZ|luz|0603714026|Equivocada|Segura123|\?|eyJ/);
    expect(log()).not.toContain(api.admin.cedula);
    expect(logged().filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(answers.length - 1);
    for (const line of logged()) expect(line.reqId).toMatch(UUID);
  });

  it('names the user and the route, the user by id', async () => {
    await api.admin.get('/api/roles');
    expect(logged()).toEqual([
      expect.objectContaining({ msg: 'request', method: 'GET', route: '/api/roles', status: 200, user: api.admin.id }),
    ]);
  });
});

it('the log names the user and the route of a refusal, and requests without a session', async () => {
  const brigada = await api.user('ROLE_BRIGADA');
  lines.length = 0;
  await brigada.get('/api/users');
  await api.anonymous.get('/api/users');
  expect(logged()).toEqual([
    expect.objectContaining({ route: '/api/users', status: 403, user: brigada.id, time: expect.any(Number) }),
    expect.objectContaining({ route: '/api/users', status: 401 }),
  ]);
});

it('the log names the address of throttled sign-ins, and their account by a pseudonym', async () => {
  const { cedula, password } = await api.user('ROLE_BRIGADA');
  const stranger = api.client(undefined, '10.7.7.7');
  for (let i = 0; i < 10; i += 1) await stranger.post('/api/auth/signin', { cedula, password: 'Equivocada1' });
  const refused = logged().filter(({ msg }) => msg === 'sign-in refused');
  lines.length = 0;
  expect((await stranger.post('/api/auth/signin', { cedula, password })).status).toBe(429);
  expect(logged().find(({ msg }) => msg === 'sign-in held back')).toMatchObject({
    address: '10.7.7.7',
    cedula: refused[0]?.cedula,
  });
  expect(refused[0]?.cedula).toMatch(/^[0-9a-f]{16}$/);
  expect(log()).not.toMatch(new RegExp(`${cedula}|${password}`));
});

it('every error code has one Spanish sentence', () => {
  for (const { status, message } of Object.values(ERRORS)) {
    expect([400, 401, 403, 404, 408, 409, 410, 413, 415, 417, 429, 431, 500, 503, 507]).toContain(status);
    expect(message).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  }
});

/** Last, because it closes the database. */
describe('without a database', () => {
  let withoutDatabase: TestApi;
  beforeAll(async () => {
    withoutDatabase = await startTestApi({ logger });
    await withoutDatabase.database.close();
  });
  afterAll(() => withoutDatabase.close().catch(() => {}));

  it('the health check and every request answer 503 with one sentence', async () => {
    const unavailable = {
      code: 'unavailable',
      message: ERRORS.unavailable.message,
      requestId: expect.stringMatching(UUID),
    };
    for (const answer of [
      await withoutDatabase.anonymous.get('/api/health'),
      await withoutDatabase.admin.get('/api/nino'),
      await withoutDatabase.admin.get('/api/users'),
      await withoutDatabase.admin.post('/api/mujer', bodyWith(recordOf('mujer'), undefined)),
      await withoutDatabase.anonymous.post('/api/auth/signin', { cedula: '1710034065', password: 'Segura123' }),
    ]) {
      expect([answer.status, answer.body]).toEqual([503, unavailable]);
    }
    expect(log()).not.toMatch(/1710034065|Segura123|TENESACA/);
  });
});
