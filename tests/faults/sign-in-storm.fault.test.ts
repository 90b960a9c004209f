import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { reportFault } from '../support/fault-report.ts';
import { expectHealthy, watchHealth } from '../support/health-watch.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { readAnswers, speak } from '../support/raw-http.ts';
import { remoteApi } from '../support/remote-api.ts';
import { startServer } from '../support/server-process.ts';

const AT_ONCE = 1_000;
const HEALTH_MS = 1_000;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test.each(['embedded', 'PostgreSQL'] as const)('a thousand people sign in at once (%s)', async (engine) => {
  const cluster = engine === 'PostgreSQL' ? await startCluster({ durable: true }) : undefined;
  if (cluster) ends.push(() => cluster.stop());
  const server = await startServer(cluster ? { databaseUrl: cluster.url } : {});
  ends.push(() => server.stop());
  const { call } = remoteApi(server.url);
  const slowed = await slowedBy();
  const endWatch = watchHealth(server.url);
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call('POST', '/api/auth/signin', server.admin)),
  );
  const seconds = (performance.now() - began) / 1_000;
  const watched = await endWatch();
  const { longest } = watched;
  const right = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) expect([status, body.message]).toEqual([503, ERRORS.unavailable.message]);
  expect(new Set(right.map(({ body }) => body.accessToken)).size, 'a session each').toBe(right.length);
  // Each session works afterwards.
  const token = right.at(-1)?.body.accessToken;
  expect((await call('GET', '/api/nino?limit=1', undefined, token)).status).toBe(200);
  await expectHealthy(watched, engine, slowed);
  await expectWithin(HEALTH_MS, Math.max(longest.health, longest.live), 'health', slowed);
  reportFault({
    fault: `${AT_ONCE} sign-ins at once, ${engine}`,
    what: `${right.length} signed in, within ${seconds.toFixed(0)} s`,
    refused: refused.length > 0 ? `503 ×${refused.length}` : 'nothing',
    ...longest,
  });
});

test('connections of a thousand people are kept while the server accepts none', async () => {
  const server = await startServer();
  ends.push(() => server.stop());
  process.kill(server.pid, 'SIGSTOP');
  ends.push(() => process.kill(server.pid, 'SIGCONT'));
  const request = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const connections = Array.from({ length: AT_ONCE }, () => speak(server.url, request));
  ends.push(() => {
    for (const { socket } of connections) socket.destroy();
  });
  // The kernel leaves a connection that it cannot keep unanswered.
  await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));
  process.kill(server.pid, 'SIGCONT');
  const answers = await Promise.all(connections.map(async ({ closed }) => readAnswers(await closed)));
  expect(answers.map(([answer]) => answer?.status)).toEqual(Array(AT_ONCE).fill(200));
});
