import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { reportFault } from '../support/fault-report.ts';
import { expectHealthy, watchHealth } from '../support/health-watch.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { readAnswers, speak } from '../support/raw-http.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const AT_ONCE = 900;
/** Limits of docs/decisions/2026-11-21-connections.md: headers within 15 s, a whole request within 60 s. */
const HEADERS_S = 15;
const REQUEST_S = 60;
const LATE_MS = 10_000;
const WAYS = [
  ['silence', '', HEADERS_S],
  ['headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ', HEADERS_S],
  [
    'bodies',
    'POST /api/auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 15000\r\n\r\n',
    REQUEST_S,
  ],
] as const;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  expect(await server?.stop()).toBe(0);
});

test('many clients send their requests a few bytes at a time', async () => {
  const token = await remoteApi(server.url).signIn(server.admin);
  const slowed = await slowedBy();
  const endWatch = watchHealth(server.url);
  const began = performance.now();
  const slow = Array.from({ length: AT_ONCE }, (_, number) => {
    const [, text, limit] = WAYS[number % WAYS.length] ?? WAYS[0];
    return { limit, ...speak(server.url, text, text === '' ? undefined : { text: 'x', everyMs: 2_000 }) };
  });
  await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
  // Regular clients are served during the attack.
  for (let round = 0; round < 20; round += 1) {
    const { status } = await remoteApi(server.url).call('GET', '/api/nino?limit=5', undefined, token);
    expect(status).toBe(200);
  }
  const cut = await Promise.all(
    slow.map(async ({ limit, closed }) => {
      const answer = await closed;
      return { limit, answer, seconds: (performance.now() - began) / 1_000 };
    }),
  );
  const watched = await endWatch();
  const { longest } = watched;
  let late = 0;
  for (const { limit, answer, seconds } of cut) {
    const [refusal] = readAnswers(answer);
    expect([refusal?.status, refusal?.body.message]).toEqual([408, ERRORS.timeout.message]);
    late = Math.max(late, seconds - limit);
  }
  await expectWithin(LATE_MS, late * 1_000, 'what a cut comes late', slowed);
  await expectHealthy(watched, 'embedded', slowed);
  await expectWithin(1_000, longest.health, 'health', slowed);
  const last = (limit: number) => Math.max(...cut.filter((one) => one.limit === limit).map(({ seconds }) => seconds));
  reportFault({
    fault: 'slow-loris',
    what: `${AT_ONCE} at once: silence, headers and bodies byte by byte; all cut, the last after ${last(HEADERS_S).toFixed(0)} s (headers) and ${last(REQUEST_S).toFixed(0)} s (bodies)`,
    refused: `408 ×${AT_ONCE}`,
    ...longest,
  });
});
