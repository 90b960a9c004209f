import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import { maxBodyBytes } from '#domain/calls/define-call.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import type { Answer } from '../support/api-client.ts';
import { longestPause } from '../support/event-loop.ts';
import { everyCall } from '../support/every-call.ts';
import { type Body, newUser, setField } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { addressOf, everyOperation } from '../support/operations.ts';
import { expectWithin, slowedBy, watchStandstills } from '../support/others-share.ts';
import { remoteApi } from '../support/remote-api.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { everyWrite, type Write } from '../support/writes.ts';

/** How many times longer than a plain request of equal size a hostile one may block the event loop. */
const LONGEST_FACTOR = 20;
/** A usual pause of a busy machine. */
const USUAL_PAUSE_MS = 50;
const HEALTH_MS = 1_000;

const marks = (bytes: number) => `a${'\u0301\u0316'.repeat(bytes / 4)}1`;
const HUGE = marks(900_000);

/** The body limit of a call minus room for the other fields. */
const ROOM: ReadonlyMap<string, number> = new Map(
  everyCall().flatMap((call) => {
    const most = maxBodyBytes(call);
    return most === undefined ? [] : [[call.path, most - Math.min(20_000, most / 8)] as const];
  }),
);
const hugeFor = (url: string) => marks(ROOM.get(url) ?? 900_000);

let api: TestApi;
let url: string;
let writes: Write[];
let parents: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi();
  ({ writes, parents } = await everyWrite(api));
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const caller = () => api.client(api.admin.token, newAddress());

/** Longest pauses of plain requests, by size. */
const plainPauses = new Map<number, number>();
async function plainPause(bytes: number): Promise<number> {
  const size = Math.ceil(bytes / 100_000) * 100_000;
  const cached = plainPauses.get(size);
  if (cached !== undefined) return cached;
  const body = { nada: 'x'.repeat(Math.min(size, 1_000_000)) };
  const { pause } = await longestPause(() => caller().post('/api/mujer', body));
  plainPauses.set(size, pause);
  return pause;
}

async function expectNoFreeze(what: string, bytes: number, work: () => Promise<Answer>): Promise<Answer> {
  const bound = LONGEST_FACTOR * Math.max(USUAL_PAUSE_MS, await plainPause(bytes));
  await watchStandstills();
  const { result, pause } = await longestPause(work);
  await expectWithin(bound, pause, `${what}: ${bytes} bytes`);
  return result;
}

async function send({ method, url }: Pick<Write, 'method' | 'url'>, body: unknown, what = url): Promise<Answer> {
  const json = JSON.stringify(body);
  return expectNoFreeze(what, Buffer.byteLength(json), () => caller().raw(method, url, json));
}

const problems = ({ body }: Answer): [string, string][] =>
  body.message.map(({ msg, path }: Record<string, string>) => [path, msg]);

describe('a hostile request does not block the others', () => {
  const user = newUser();
  const person = { hcu: '1', cedula: '1', nombres: 'ANA', apellidos: 'LUZ' };

  it.each<[string, string, Body, string, string]>([
    [
      'a name',
      '/api/auth/signup',
      { ...user, nombre: `a${'\u0301'.repeat(7_000)}1` },
      'nombre',
      ACCOUNT_MESSAGES.nombre,
    ],
    ['a cedula', '/api/auth/signin', { cedula: marks(14_000), password: 'x' }, 'cedula', ACCOUNT_MESSAGES.cedula],
    ['an e-mail', '/api/auth/signup', { ...user, email: `a@${'a.'.repeat(7_000)}` }, 'email', ACCOUNT_MESSAGES.email],
    [
      'a password',
      '/api/auth/signup',
      { ...user, password: 'a'.repeat(14_000) },
      'password',
      ACCOUNT_MESSAGES.password,
    ],
    ['a text', '/api/mujer', { ...person, zona: marks(320_000) }, 'zona', 'No debe tener más de 200 caracteres'],
    ['a larger text', '/api/mujer', { ...person, direccion: HUGE }, 'direccion', 'No debe tener más de 300 caracteres'],
    ['a province', '/api/mujer', { ...person, provincia: HUGE }, 'provincia', 'Debe ser una provincia del Ecuador'],
  ])('health answers beside %s: %#', async (_, path, body, field, message) => {
    const { call } = remoteApi(url);
    const bytes = Buffer.byteLength(JSON.stringify(body));
    const bound = LONGEST_FACTOR * Math.max(USUAL_PAUSE_MS, await plainPause(bytes));
    const slowed = await slowedBy();
    const hostile = longestPause(() => call('POST', path, body, api.admin.token));
    const started = performance.now();
    const health = await call('GET', '/api/health');
    const waited = performance.now() - started;
    const { result, pause } = await hostile;
    expect([result.status, result.body.message]).toEqual([400, [{ msg: message, path: field }]]);
    await expectWithin(bound, pause, 'the pause', slowed);
    expect(health.status).toBe(200);
    await expectWithin(HEALTH_MS, waited, 'health', slowed);
  });
});

describe('a body of 1 MB does not freeze the server', () => {
  it('in one field, which is refused as plain letters are', async () => {
    for (const { method, url, body } of writes) {
      const { version: _, ...right } = body;
      const notFields = method === 'PUT' ? ['version'] : ['_id'];
      for (const key of [...Object.keys(right), ...('version' in body || method === 'POST' ? notFields : [])]) {
        if (typeof right[key] === 'boolean') continue;
        const hostile = await send({ method, url }, { ...right, [key]: hugeFor(url) }, `${method} ${url} ${key}`);
        // Where ids cannot be chosen, `_id` is an ignored field.
        if (key === '_id' && hostile.status !== 400) continue;
        const letters = await caller().raw(
          method,
          url,
          JSON.stringify({ ...right, [key]: 'a'.repeat(hugeFor(url).length) }),
        );
        expect([hostile.status, hostile.body], `${method} ${url} ${key}`).toEqual([letters.status, letters.body]);
        expect([400, 404], `${method} ${url} ${key}`).toContain(hostile.status);
      }
    }
  });

  it('in every field at once', async () => {
    for (const { method, url, body } of writes)
      for (const text of [HUGE, 'a ', ' ', '9', '\u0000', 'a.', '\ud800']) {
        const keys = Object.keys(body);
        const room = (ROOM.get(url) ?? 900_000) / keys.length;
        const length = Math.floor(room / Buffer.byteLength(JSON.stringify(text)));
        const share = text.length > 2 ? marks(Math.floor(room)) : text.repeat(Math.max(1, length));
        const answer = await send({ method, url }, Object.fromEntries(keys.map((key) => [key, share])));
        expect([400, 404], `${method} ${url} ${answer.text.slice(0, 300)}`).toContain(answer.status);
      }
  });

  it('in a nested field', async () => {
    for (const definition of RECORD_LIST)
      for (const name of definition.nest?.fields ?? []) {
        const body: Body = structuredClone(definition.example) as Body;
        if (definition.parent) body[definition.parent.field] = parents[definition.parent.record];
        if (definition.fields[name]?.kind === 'flag') continue;
        setField(definition, body, name, HUGE);
        const answer = await send({ method: 'POST', url: `/api/${definition.path}` }, body);
        expect(answer.status).toBe(400);
        expect(problems(answer).map(([path]) => path)).toEqual([`${definition.nest?.key}.0.${name}`]);
      }
  });

  it('as a list of hundreds of thousands, refused once by its length', async () => {
    const lists: unknown[][] = [Array(200_000).fill(1), Array(200_000).fill('a'), Array(200_000).fill({})];
    for (const list of lists) {
      const many = await send({ method: 'POST', url: '/api/establecimiento/varios' }, { lineas: list });
      expect(problems(many)).toEqual([['lineas', 'No deben ser más de 2.000 líneas']]);
      const roles = await send({ method: 'POST', url: '/api/users' }, { ...newUser(), roles: list });
      expect(problems(roles)).toEqual([['roles', ACCOUNT_MESSAGES.roles]]);
      const evaluations = await send({ method: 'POST', url: '/api/crecimiento/evaluar' }, list);
      expect(problems(evaluations)).toEqual([['', 'Envía como máximo 1000 evaluaciones a la vez']]);
      for (const { nest, path, parent } of RECORD_LIST) {
        if (!nest) continue;
        const owner = parent ? { [parent.field]: parents[parent.record] } : {};
        const nested = await send({ method: 'POST', url: `/api/${path}` }, { ...owner, [nest.key]: list });
        expect(problems(nested)).toContainEqual([nest.key, 'Debe ser una lista con un solo elemento']);
        expect(problems(nested).length).toBeLessThan(20);
      }
    }
  });

  it('with the maximum of lines and evaluations, all of them wrong', async () => {
    const lines = await send(
      { method: 'POST', url: '/api/establecimiento/varios' },
      { lineas: Array(2000).fill(marks(440)) },
    );
    expect(problems(lines)).toHaveLength(101);
    expect(new Set(problems(lines).map(([, msg]) => msg))).toEqual(
      new Set(['No debe tener más de 200 caracteres', 'Hay 1900 problemas más.']),
    );
    const wrong = Array(1000).fill({
      sexo: marks(800),
      edadDias: 'x',
      peso: 'x',
      longitud: 'x',
      medida: 'x',
      edema: 'x',
    });
    const evaluations = await send({ method: 'POST', url: '/api/crecimiento/evaluar' }, wrong);
    expect(evaluations.status).toBe(400);
    expect(problems(evaluations)).toHaveLength(101);
    expect(problems(evaluations).at(-1)).toEqual(['', 'Hay 5900 problemas más.']);
  });

  it('with unknown keys and keys of the prototype', async () => {
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`clave${at}`, at]));
    const nested = `{"a":${'{"__proto__":1,"a":'.repeat(2000)}1${'}'.repeat(2000)},"b":[${'{"constructor":1},'.repeat(40_000)}1]}`;
    for (const { method, url } of writes.slice(0, 12)) {
      expect((await send({ method, url }, keys)).status).toBe(400);
      await expectNoFreeze(url, nested.length, () => caller().raw(method, url, nested));
    }
  });
});

describe('an address or header of 16 kB does not freeze the server', () => {
  /** Node accepts 16 kB of headers in all. */
  const ROOM = 15_000;
  const filled = (piece: string) => piece.repeat(Math.floor(ROOM / piece.length));

  it('in every parameter of every query', async () => {
    for (const operation of everyOperation(api.app))
      for (const name of operation.query)
        for (const text of [filled('%CC%81%CC%96'), 'a'.repeat(ROOM), filled(`1&${name}=`)]) {
          const address = `${addressOf(operation, () => 'x')}?${name}=${text}`;
          const answer = await expectNoFreeze(`${operation.path} ${name}`, ROOM, () =>
            caller().send({ method: operation.method, url: address }),
          );
          expect([400, 404], `${operation.path} ${name} ${answer.text.slice(0, 200)}`).toContain(answer.status);
        }
  });

  it('with the maximum of search words', async () => {
    const q = 'abcdefghijklmnopqrstuvwxyz'.repeat(4).slice(0, 100).split('').join(' ');
    for (const operation of everyOperation(api.app).filter(({ query }) => query.includes('q'))) {
      const parent = RECORD_LIST.find(({ path }) => operation.path === `/api/${path}`)?.parent;
      const owner =
        parent && operation.query.includes(parent.field) ? { [parent.field]: parents[parent.record] ?? '' } : {};
      const address = addressOf(operation, () => parents[operation.path.split('/')[2] ?? ''] ?? '');
      const answer = await expectNoFreeze(operation.path, ROOM, () => caller().get(address, { q, ...owner }));
      expect(answer.status, `${operation.path} ${answer.text.slice(0, 200)}`).toBe(200);
    }
  });

  it('in place of an id, over the wire', async () => {
    const { call } = remoteApi(url);
    for (const operation of everyOperation(api.app).filter(({ params }) => params.length > 0)) {
      const each = Math.floor(ROOM / operation.params.length);
      const address = addressOf(operation, () => '\u0301\u0316'.repeat(each / 12));
      await watchStandstills();
      const { result, pause } = await longestPause(() =>
        call(operation.method, address, operation.hasBody ? {} : undefined, api.admin.token),
      );
      expect([400, 404], operation.path).toContain(result.status);
      await expectWithin(LONGEST_FACTOR * USUAL_PAUSE_MS, pause, operation.path);
    }
  });

  it.each([
    'x-access-token',
    'authorization',
    'accept-encoding',
    'accept',
    'range',
    'if-none-match',
    'x-forwarded-for',
  ])('in the header %s', async (name) => {
    for (const value of [filled('a, '), filled('a;q=1,'), filled('.'), `Bearer ${filled(' ')}a`, filled('"-,')]) {
      await watchStandstills();
      const { result, pause } = await longestPause(() => fetch(`${url}/api/nino`, { headers: { [name]: value } }));
      expect(result.status).toBe(401);
      await expectWithin(LONGEST_FACTOR * USUAL_PAUSE_MS, pause, String(value).slice(0, 40));
    }
  });

  it('in the header content-type', async () => {
    for (const value of [filled('a;b='), `application/json;${filled(' ')}a`, `application/json;${filled('a="b";')}`]) {
      await watchStandstills();
      const { result, pause } = await longestPause(() =>
        fetch(`${url}/api/auth/signin`, { method: 'POST', body: '{}', headers: { 'content-type': value } }),
      );
      expect([400, 415]).toContain(result.status);
      await expectWithin(LONGEST_FACTOR * USUAL_PAUSE_MS, pause, String(value).slice(0, 40));
    }
  });
});
