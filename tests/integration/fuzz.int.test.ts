import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { acceptedBodies } from '../support/fuzz/bodies.ts';
import { CASES } from '../support/fuzz/cases.ts';
import { type Described, readDescription } from '../support/fuzz/document.ts';
import { createJudge } from '../support/fuzz/judge.ts';
import { ROLES, type Role } from '../support/fuzz/marks.ts';
import { type Planned, planOf, shrinkRequest } from '../support/fuzz/plan.ts';
import { crowdedRequests, type FuzzRequest } from '../support/fuzz/requests.ts';
import { createFuzzSender } from '../support/fuzz/send.ts';
import { createWorld, type World } from '../support/fuzz/world.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** Requests by engine, 20,000 in all; most faults lie before the database. */
const USUAL = { pglite: 17_000, postgres: 3_000 };
const TOTAL = Number(process.env.FUZZ_REQUESTS ?? USUAL[inject('template').kind]);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
const AT_ONCE = 16;
const TOTAL_AT_ONCE = Math.ceil(TOTAL / 20);
const MAX_SHOWN = 12;
/**
 * Roles and numbers of keys for crowded objects: within the body limit of an anonymous client and of an account. On PostgreSQL, with few requests,
 * one brigade sends the smaller ones.
 */
const CROWDED = {
  pglite: { roles: ['nobody', 'brigadeOne', 'administrator'], keys: [1_200, 80_000] },
  postgres: { roles: ['brigadeOne'], keys: [1_200] },
} as const;

vi.setConfig({ testTimeout: 300_000 + TOTAL * 60, hookTimeout: 180_000 });

let api: TestApi;
let world: World;
let calls: Described[];
let sender: ReturnType<typeof createFuzzSender>;
const logged: string[] = [];
beforeAll(async () => {
  const write = (line: string) => void logged.push(line);
  api = await startTestApi({ logger: pino({ level: 'info' }, { write }) });
  calls = await readDescription(api);
  world = await createWorld(api);
  sender = createFuzzSender(world, calls);
});
afterAll(() => api.close());

const describeFailure = (request: FuzzRequest, problems: readonly string[]) =>
  `${problems.join('; ')}\n  ${JSON.stringify(request)}\n  (FUZZ_SEED=${SEED} FUZZ_REQUESTS=${TOTAL}; keep it in tests/support/fuzz/cases.ts)`;

/** Sends the planned requests in groups. @returns one shrunk request per kind of problem */
async function wrongAmong(planned: readonly Planned[], atOnce: number): Promise<string[]> {
  const wrong = new Map<string, string>();
  for (let at = 0; at < planned.length && wrong.size < MAX_SHOWN; at += atOnce) {
    const group = planned.slice(at, at + atOnce);
    const requests = group.map(({ request }) => request);
    const answers = atOnce > 1 ? await sender.sendAtOnce(requests) : [await sender.send(requests[0] as FuzzRequest)];
    for (const [index, problems] of answers.entries()) {
      const kind = problems.join('; ');
      if (kind === '' || wrong.has(kind)) continue;
      const one = group[index] as Planned;
      const isWrong = async (request: FuzzRequest) => (await sender.send(request)).length > 0;
      wrong.set(kind, describeFailure(await shrinkRequest(one, isWrong), problems));
    }
  }
  return [...wrong.values()];
}

it('every call with a body has an accepted example, and no other call has one', () => {
  expect(calls.length).toBeGreaterThan(100);
  const withBody = calls.filter(({ body, takesFile }) => body !== undefined || takesFile).map(({ name }) => name);
  expect([...acceptedBodies().keys()].toSorted()).toEqual(withBody.toSorted());
});

it('requests that failed in earlier runs are answered correctly', async () => {
  const wrong: string[] = [];
  for (const { fault, ...request } of CASES) {
    const problems = await sender.send(request);
    if (problems.length > 0) wrong.push(`${fault}: ${describeFailure(request, problems)}`);
  }
  expect(wrong, wrong.join('\n')).toEqual([]);
});

it('an object with very many keys in place of any object of any call blocks no other request', async () => {
  const bodies = acceptedBodies();
  const { roles, keys: counts } = CROWDED[inject('template').kind];
  const wrong: string[] = [];
  for (const call of calls.filter(({ body }) => body !== undefined))
    for (const role of roles)
      for (const keys of counts)
        for (const request of crowdedRequests(call, role, bodies.get(call.name), keys)) {
          const problems = await sender.send(request);
          if (problems.length > 0) wrong.push(describeFailure(request, problems));
        }
  expect(wrong, wrong.join('\n')).toEqual([]);
});

describe('the judge reports', () => {
  const call = () => calls.find(({ name }) => name === 'GET /api/nino') as Described;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': 'x',
  };
  const judged = (role: Role, status: number, body: unknown, more: object = {}) =>
    createJudge(world.marks)(
      call(),
      { method: 'GET', url: '/api/nino', role, text: '' },
      { status, headers: { ...headers, ...more }, bytes: Buffer.from(JSON.stringify(body)) },
    );

  it.each<[string, string, () => Promise<string[]>]>([
    ['the server fails', '500', () => judged('brigadeOne', 500, { code: 'internal', message: 'x', requestId: 'x' })],
    ['a body is not as described', 'not as described', () => judged('brigadeOne', 200, [{ cedula: 1 }])],
    ['a status is not described', 'knows no 204', () => judged('brigadeOne', 204, [])],
    [
      'the code does not match the status',
      'code notFound',
      () => judged('brigadeOne', 403, { code: 'notFound', message: 'x' }),
    ],
    ['a role without permission succeeds', 'is let in', () => judged('user', 200, [])],
    ['an answer may be cached', 'kept by caches', () => judged('brigadeOne', 200, [], { 'cache-control': 'public' })],
    ['a total exceeds the rows', 'counts 3', () => judged('brigadeOne', 200, [], { 'x-total-count': '3' })],
  ])('that %s', async (_, problem, judge) => {
    expect((await judge()).join()).toContain(problem);
  });

  it('the judge reports a word, a document or an id of another brigade', async () => {
    const mine = await world.resolve('{{word.brigadeOne}} {{cedula.brigadeOne}} {{nino.brigadeOne}}', 'brigadeOne');
    for (const text of mine.split(' '))
      for (const role of ['nobody', 'user', 'brigadeTwo'] as const)
        expect((await judged(role, 400, { code: 'invalid', message: text })).join()).toContain('is told of others');
    for (const role of ['brigadeOne', 'supervisor', 'administrator'] as const)
      expect(await judged(role, 400, { code: 'invalid', message: mine })).toEqual([]);
  });
});

it(`${TOTAL} requests in sequence: no failure, no hang, no foreign data, all as described (seed ${SEED})`, async () => {
  const planned = planOf(calls, TOTAL, SEED);
  expect(planned.length).toBeGreaterThanOrEqual(TOTAL);
  const wrong = await wrongAmong(planned, 1);
  expect(wrong, wrong.join('\n')).toEqual([]);
});

it(`${TOTAL_AT_ONCE} simultaneous requests: the same (seed ${SEED})`, async () => {
  const planned = planOf(calls, TOTAL_AT_ONCE, SEED + 500_000).slice(0, TOTAL_AT_ONCE);
  const wrong = await wrongAmong(planned, AT_ONCE);
  expect(wrong, wrong.join('\n')).toEqual([]);
});

it('every role reached every call, and every call succeeded for at least one role', () => {
  const reached = new Set(sender.statuses.keys());
  const missed = calls
    .flatMap(({ name }) => ROLES.map((role) => `${name} as ${role}`))
    .filter((one) => !reached.has(one));
  expect(missed).toEqual([]);
  const letIn = (name: string) =>
    ROLES.some((role) => [...(sender.statuses.get(`${name} as ${role}`)?.keys() ?? [])].some((status) => status < 300));
  expect(calls.map(({ name }) => name).filter((name) => !letIn(name))).toEqual([]);
});

it('the server still answers afterwards, and protected data is unchanged', async () => {
  expect((await api.anonymous.get('/api/health')).status).toBe(200);
  expect(await world.missing()).toEqual([]);
});

it('the log contains no personal data', () => {
  expect(logged.length).toBeGreaterThan(TOTAL);
  expect(logged.filter((line) => world.marks.personal(line).length > 0)).toEqual([]);
});
