import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { acceptedBodies } from '../support/fuzz/bodies.ts';
import { CASES } from '../support/fuzz/cases.ts';
import { type Described, readDescription } from '../support/fuzz/document.ts';
import { createJudge } from '../support/fuzz/judge.ts';
import { ROLES, type Role } from '../support/fuzz/marks.ts';
import { type Planned, planOf, smaller } from '../support/fuzz/plan.ts';
import { crowdedRequests, type FuzzRequest } from '../support/fuzz/requests.ts';
import { createSender } from '../support/fuzz/send.ts';
import { createWorld, type World } from '../support/fuzz/world.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** By engine, 20,000 in all: most of what there is to find lies before the database. */
const USUAL = { pglite: 17_000, postgres: 3_000 };
const TOTAL = Number(process.env.FUZZ_REQUESTS ?? USUAL[inject('template').kind]);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
const AT_ONCE = 16;
const TOTAL_AT_ONCE = Math.ceil(TOTAL / 20);
const MOST_SHOWN = 12;
/**
 * Who sends objects of very many keys, and how many: of what fits into what a stranger may send, and into what an account may. Where few
 * requests are sent, one brigade sends the smaller ones.
 */
const CROWDED = {
  pglite: { roles: ['nobody', 'brigadeOne', 'administrator'], keys: [1_200, 80_000] },
  postgres: { roles: ['brigadeOne'], keys: [1_200] },
} as const;

vi.setConfig({ testTimeout: 300_000 + TOTAL * 60, hookTimeout: 180_000 });

let api: TestApi;
let world: World;
let calls: Described[];
let sender: ReturnType<typeof createSender>;
const logged: string[] = [];
beforeAll(async () => {
  const write = (line: string) => void logged.push(line);
  api = await startTestApi({ logger: pino({ level: 'info' }, { write }) });
  calls = await readDescription(api);
  world = await createWorld(api);
  sender = createSender(world, calls);
});
afterAll(() => api.close());

const told = (request: FuzzRequest, problems: readonly string[]) =>
  `${problems.join('; ')}\n  ${JSON.stringify(request)}\n  (FUZZ_SEED=${SEED} FUZZ_REQUESTS=${TOTAL}; keep it in tests/support/fuzz/cases.ts)`;

/** Sends all of it, so many at once. @returns each kind of problem once, with a request that shows it */
async function wrongAmong(planned: readonly Planned[], atOnce: number): Promise<string[]> {
  const wrong = new Map<string, string>();
  for (let at = 0; at < planned.length && wrong.size < MOST_SHOWN; at += atOnce) {
    const group = planned.slice(at, at + atOnce);
    const requests = group.map(({ request }) => request);
    const answers = atOnce > 1 ? await sender.sendAtOnce(requests) : [await sender.send(requests[0] as FuzzRequest)];
    for (const [index, problems] of answers.entries()) {
      const kind = problems.join('; ');
      if (kind === '' || wrong.has(kind)) continue;
      const one = group[index] as Planned;
      const isWrong = async (request: FuzzRequest) => (await sender.send(request)).length > 0;
      wrong.set(kind, told(await smaller(one, isWrong), problems));
    }
  }
  return [...wrong.values()];
}

it('a body is known for every call that takes one, and for no other', () => {
  expect(calls.length).toBeGreaterThan(100);
  const withBody = calls.filter(({ body }) => body !== undefined).map(({ name }) => name);
  expect([...acceptedBodies().keys()].toSorted()).toEqual(withBody.toSorted());
});

it('what was found once is answered as it should be', async () => {
  const wrong: string[] = [];
  for (const { found, ...request } of CASES) {
    const problems = await sender.send(request);
    if (problems.length > 0) wrong.push(`${found}: ${told(request, problems)}`);
  }
  expect(wrong, wrong.join('\n')).toEqual([]);
});

it('an object of very many keys, in the place of every object of every call, stops nobody', async () => {
  const bodies = acceptedBodies();
  const { roles, keys: counts } = CROWDED[inject('template').kind];
  const wrong: string[] = [];
  for (const call of calls.filter(({ body }) => body !== undefined))
    for (const role of roles)
      for (const keys of counts)
        for (const request of crowdedRequests(call, role, bodies.get(call.name), keys)) {
          const problems = await sender.send(request);
          if (problems.length > 0) wrong.push(told(request, problems));
        }
  expect(wrong, wrong.join('\n')).toEqual([]);
});

describe('the judge says so when', () => {
  const call = () => calls.find(({ name }) => name === 'GET /api/nino') as Described;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': 'x',
  };
  const judged = (asked: Role, status: number, body: unknown, more: object = {}) =>
    createJudge(world.marks)(
      call(),
      { method: 'GET', url: '/api/nino', asked, text: '' },
      { status, headers: { ...headers, ...more }, bytes: Buffer.from(JSON.stringify(body)) },
    );

  it.each<[string, string, () => Promise<string[]>]>([
    ['the server fails', '500', () => judged('brigadeOne', 500, { code: 'internal', message: 'x', requestId: 'x' })],
    ['a body is not as described', 'not as described', () => judged('brigadeOne', 200, [{ cedula: 1 }])],
    ['a status is not', 'knows no 204', () => judged('brigadeOne', 204, [])],
    [
      'a refusal says something else',
      'code notFound',
      () => judged('brigadeOne', 403, { code: 'notFound', message: 'x' }),
    ],
    ['somebody is let in', 'is let in', () => judged('user', 200, [])],
    ['caches may keep it', 'kept by caches', () => judged('brigadeOne', 200, [], { 'cache-control': 'public' })],
    ['it counts more than it tells', 'counts 3', () => judged('brigadeOne', 200, [], { 'x-total-count': '3' })],
  ])('%s', async (_, problem, judge) => {
    expect((await judge()).join()).toContain(problem);
  });

  it('a word, a document or an id of another brigade is told', async () => {
    const mine = await world.resolve('{{word.brigadeOne}} {{cedula.brigadeOne}} {{nino.brigadeOne}}', 'brigadeOne');
    for (const text of mine.split(' '))
      for (const asked of ['nobody', 'user', 'brigadeTwo'] as const)
        expect((await judged(asked, 400, { code: 'invalid', message: text })).join()).toContain('is told of others');
    for (const asked of ['brigadeOne', 'supervisor', 'administrator'] as const)
      expect(await judged(asked, 400, { code: 'invalid', message: mine })).toEqual([]);
  });
});

it(`${TOTAL} requests, one after the other: no failure, no hang, nothing of others, all as described (seed ${SEED})`, async () => {
  const planned = planOf(calls, TOTAL, SEED);
  expect(planned.length).toBeGreaterThanOrEqual(TOTAL);
  const wrong = await wrongAmong(planned, 1);
  expect(wrong, wrong.join('\n')).toEqual([]);
});

it(`${TOTAL_AT_ONCE} requests, many at once: the same (seed ${SEED})`, async () => {
  const planned = planOf(calls, TOTAL_AT_ONCE, SEED + 500_000).slice(0, TOTAL_AT_ONCE);
  const wrong = await wrongAmong(planned, AT_ONCE);
  expect(wrong, wrong.join('\n')).toEqual([]);
});

it('every call was reached by every role, and let somebody in', () => {
  const reached = new Set(sender.statuses.keys());
  const missed = calls
    .flatMap(({ name }) => ROLES.map((role) => `${name} as ${role}`))
    .filter((one) => !reached.has(one));
  expect(missed).toEqual([]);
  const letIn = (name: string) =>
    ROLES.some((role) => [...(sender.statuses.get(`${name} as ${role}`)?.keys() ?? [])].some((status) => status < 300));
  expect(calls.map(({ name }) => name).filter((name) => !letIn(name))).toEqual([]);
});

it('afterwards everybody is answered, and whoever was not to be changed is as before', async () => {
  expect((await api.nobody.get('/api/health')).status).toBe(200);
  expect(await world.missing()).toEqual([]);
});

it('the log names nobody', () => {
  expect(logged.length).toBeGreaterThan(TOTAL);
  expect(logged.filter((line) => world.marks.personal(line).length > 0)).toEqual([]);
});
