import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedClock, startBystander } from '../support/bystander.ts';
import { newCedula, newUser } from '../support/factories.ts';
import { expectWithin } from '../support/others-share.ts';
import { lasting } from '../support/passing-time.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const AT_ONCE = 300;
const WATCHED = ['/api/health', '/api/nino?limit=5'] as const;

let server: ServerProcess;
let token: string;
beforeAll(async () => {
  // High limits, so that every signup does its full work.
  server = await startServer({ env: { SIGNUP_LIMIT_ADDRESS: '1000' } });
  token = await remoteApi(server.url).signIn(server.admin);
});
afterAll(async () => {
  await server?.stop();
});

/** Sends all at once. @returns statuses, and the longest times of health and a list page without pauses of the machine, in ms */
async function flood(send: () => Promise<{ status: number }>) {
  const { call } = remoteApi(server.url);
  const bystander = await startBystander();
  let over = false;
  const all = Promise.all(Array.from({ length: AT_ONCE }, send)).finally(() => {
    over = true;
  });
  const watch = async (watchedPath: (typeof WATCHED)[number]) => {
    const times: { from: number; to: number }[] = [];
    while (!over) {
      const from = sharedClock();
      const { status } = await call('GET', watchedPath, undefined, token);
      // Health waits for the database no longer than so long, which a busy machine may exceed; its time is compared below.
      expect(watchedPath === '/api/health' ? [200, 503] : [200]).toContain(status);
      times.push({ from, to: sharedClock() });
      await lasting(20, 'the pause between two questions');
    }
    return times;
  };
  const [answers, health, list] = await Promise.all([all, watch('/api/health'), watch('/api/nino?limit=5')]);
  const withoutPauses = await bystander.stop();
  const longestOf = (times: typeof health) => Math.max(...times.map(({ from, to }) => withoutPauses(from, to)));
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, longest: { '/api/health': longestOf(health), '/api/nino?limit=5': longestOf(list) } };
}

const again = { ...newUser(), _id: crypto.randomUUID() };

describe(`${AT_ONCE} simultaneous requests for accounts delay others half as long as ${AT_ONCE} list pages at most`, () => {
  let listPages: Awaited<ReturnType<typeof flood>>['longest'];
  beforeAll(async () => {
    const { call } = remoteApi(server.url);
    const { statuses, longest } = await flood(() => call('GET', '/api/nino?limit=5', undefined, token));
    expect(statuses).toEqual({ 200: AT_ONCE });
    listPages = longest;
  });

  it.each<[string, string, () => object, number[]]>([
    ['signups', '/api/auth/signup', () => newUser(), [201, 503]],
    ['retries of a signup', '/api/auth/signup', () => again, [201, 429]],
    ['right sign-ins', '/api/auth/signin', () => server.admin, [200, 503]],
    ['wrong sign-ins', '/api/auth/signin', () => ({ ...server.admin, password: 'Equivocada1' }), [401, 429, 503]],
    [
      'sign-ins with unknown cedulas',
      '/api/auth/signin',
      () => ({ cedula: newCedula(), password: 'Segura123' }),
      [401, 429, 503],
    ],
  ])('of type %s', async (_what, path, body, expected) => {
    const { call } = remoteApi(server.url);
    const { statuses, longest } = await flood(() => call('POST', path, body()));
    expect(
      Object.keys(statuses)
        .map(Number)
        .filter((status) => !expected.includes(status)),
    ).toEqual([]);
    for (const path of WATCHED) await expectWithin(listPages[path] / 2, longest[path], path);
  });
});
