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
  // Every signup is to do its work here: a flood of refused ones is no flood.
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

/** Sends them all at once. @returns their statuses, and how long health and a list page took at most meanwhile. */
async function flood(path: string, bodies: object[]) {
  const { call } = remoteApi(server.url);
  const slowed = await slowedBy();
  let over = false;
  const all = Promise.all(bodies.map((body) => call('POST', path, body))).finally(() => {
    over = true;
  });
  const longest: Record<string, number> = {};
  const watch = async (asked: string) => {
    while (!over) {
      const started = performance.now();
      expect((await call('GET', asked, undefined, token)).status).toBe(200);
      longest[asked] = Math.max(longest[asked] ?? 0, performance.now() - started);
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

describe(`${AT_ONCE} at once leave health and a list page answering`, () => {
  it.each<[string, string, () => object, number[]]>([
    ['signups', '/api/auth/signup', () => newUser(), [201, 503]],
    ['retries of a signup', '/api/auth/signup', () => again, [201, 429]],
    ['right sign-ins', '/api/auth/signin', () => server.admin, [200, 503]],
    ['wrong sign-ins', '/api/auth/signin', () => ({ ...server.admin, password: 'Equivocada1' }), [401, 429]],
    ['sign-ins of nobody', '/api/auth/signin', () => ({ cedula: newCedula(), password: 'Segura123' }), [401, 429]],
  ])('%s', async (_what, path, body, expected) => {
    const { statuses, longest, slowed } = await flood(path, times(body));
    expect(
      Object.keys(statuses)
        .map(Number)
        .filter((status) => !expected.includes(status)),
    ).toEqual([]);
    // Files are tried side by side: what others take of the machine is no fault of the server.
    for (const [asked, ms] of Object.entries(longest)) await expectWithin(ANSWERS_WITHIN_MS, ms, asked, slowed);
  });
});
