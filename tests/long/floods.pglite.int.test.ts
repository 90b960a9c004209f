import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCedula, newUser } from '../support/factories.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { lasting } from '../support/passing-time.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const AT_ONCE = 300;
const ANSWERS_WITHIN_MS = 1_000;

let cluster: Cluster | undefined;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  if (process.env.TEST_DATABASE === 'postgres') cluster = await startCluster({ durable: true });
  // High limits, so that every signup does its full work.
  server = await startServer({
    ...(cluster ? { databaseUrl: cluster.url } : {}),
    env: { SIGNUP_LIMIT_ADDRESS: '1000' },
  });
  token = await remoteApi(server.url).signIn(server.admin);
});
afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
});

/** Sends all at once. @returns statuses, and the longest times of health and a list page */
async function flood(path: string, bodies: object[]) {
  const { call } = remoteApi(server.url);
  const slowed = await slowedBy();
  let over = false;
  const all = Promise.all(bodies.map((body) => call('POST', path, body))).finally(() => {
    over = true;
  });
  const longest: Record<string, number> = {};
  const watch = async (watchedPath: string) => {
    while (!over) {
      const started = performance.now();
      expect((await call('GET', watchedPath, undefined, token)).status).toBe(200);
      longest[watchedPath] = Math.max(longest[watchedPath] ?? 0, performance.now() - started);
      await lasting(20, 'the pause between two questions');
    }
  };
  await Promise.all([all, watch('/api/health'), watch('/api/nino?limit=5')]);
  const statuses: Record<number, number> = {};
  for (const { status } of await all) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, longest, slowed };
}

const again = { ...newUser(), _id: crypto.randomUUID() };
const times = <T>(make: () => T) => Array.from({ length: AT_ONCE }, make);

describe(`${AT_ONCE} simultaneous requests leave health and a list page responsive`, () => {
  it.each<[string, string, () => object, number[]]>([
    ['signups', '/api/auth/signup', () => newUser(), [201, 503]],
    ['retries of a signup', '/api/auth/signup', () => again, [201, 429]],
    ['right sign-ins', '/api/auth/signin', () => server.admin, [200, 503]],
    ['wrong sign-ins', '/api/auth/signin', () => ({ ...server.admin, password: 'Equivocada1' }), [401, 429]],
    [
      'sign-ins with unknown cedulas',
      '/api/auth/signin',
      () => ({ cedula: newCedula(), password: 'Segura123' }),
      [401, 429],
    ],
  ])('of type %s', async (_what, path, body, expected) => {
    const { statuses, longest, slowed } = await flood(path, times(body));
    expect(
      Object.keys(statuses)
        .map(Number)
        .filter((status) => !expected.includes(status)),
    ).toEqual([]);
    // Files run side by side, so slowness caused by others is discounted.
    for (const [watchedPath, ms] of Object.entries(longest))
      await expectWithin(ANSWERS_WITHIN_MS, ms, watchedPath, slowed);
  });
});
