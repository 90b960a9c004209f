import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** Sends all at once. @returns statuses, and the longest times of health and a list page, in ms */
async function flood(send: () => Promise<{ status: number }>) {
  const { call } = remoteApi(server.url);
  let over = false;
  const all = Promise.all(Array.from({ length: AT_ONCE }, send)).finally(() => {
    over = true;
  });
  const longest = { '/api/health': 0, '/api/nino?limit=5': 0 };
  const watch = async (watchedPath: (typeof WATCHED)[number]) => {
    while (!over) {
      const started = performance.now();
      expect((await call('GET', watchedPath, undefined, token)).status).toBe(200);
      longest[watchedPath] = Math.max(longest[watchedPath], performance.now() - started);
      await lasting(20, 'the pause between two questions');
    }
  };
  await Promise.all([all, ...WATCHED.map(watch)]);
  const statuses: Record<number, number> = {};
  for (const { status } of await all) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, longest };
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
