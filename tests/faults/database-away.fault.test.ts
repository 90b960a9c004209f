import { afterEach, expect, test } from 'vitest';
import { reportLedger } from '../support/fault-report.ts';
import { keepLedger } from '../support/ledger.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { lasting } from '../support/passing-time.ts';
import { type Cluster, startCluster, startStandby } from '../support/postgres-cluster.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { startProxy, urlThroughProxy } from '../support/tcp-proxy.ts';

const ROUNDS = 3;
const AWAY_MS = 4_000;

/** Cleanups of one test, run in reverse order. */
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serverOn(url: string): Promise<ServerProcess> {
  const server = await startServer({ databaseUrl: url });
  ends.push(() => server.kill());
  return server;
}

test.each<[string, (cluster: Cluster) => Promise<void> | void]>([
  ['stopped in order', ({ pid }) => void process.kill(pid, 'SIGINT')],
  ['killed', (cluster) => cluster.kill()],
])('PostgreSQL is %s during saves and started again later', async (how, stop) => {
  const cluster = await startCluster({ durable: true });
  ends.push(() => cluster.stop());
  const server = await serverOn(cluster.url);
  const { pid } = server;
  const slowed = await slowedBy();
  const ledger = await keepLedger(server);
  const worksAfter = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await ledger.progress(50);
    await stop(cluster);
    await lasting(AWAY_MS, 'the fault');
    const works = ledger.works();
    await cluster.restart();
    worksAfter.push(await works);
  }
  await ledger.progress(20);
  await ledger.end();
  expect(server.pid, 'the process lives').toBe(pid);
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: cluster.url });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  expect(ledger.health.statuses).toMatchObject({ 200: expect.any(Number), 503: expect.any(Number) });
  await expectWithin(3_000, ledger.health.longest.health, 'health', slowed);
  await expectWithin(15_000, Math.max(...worksAfter) * 1_000, 'the first save afterwards', slowed);
  reportLedger({
    fault: `PostgreSQL is ${how}`,
    what: `${ROUNDS} times for ${AWAY_MS / 1_000} s while people save`,
    ...{ ledger, settled, worksAfter },
    allowed: [503],
  });
});

test.each(['fast', 'immediate'] as const)('PostgreSQL is restarted (%s) during saves', async (mode) => {
  const cluster = await startCluster({ durable: true });
  ends.push(() => cluster.stop());
  const server = await serverOn(cluster.url);
  const ledger = await keepLedger(server);
  const worksAfter = [];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    await ledger.progress(40);
    const works = ledger.works();
    await cluster.restart(mode);
    worksAfter.push(await works);
  }
  await ledger.progress(20);
  await ledger.end();
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: cluster.url });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  reportLedger({
    fault: `PostgreSQL is restarted, \`${mode}\``,
    what: `${2 * ROUNDS} times while people save`,
    ...{ ledger, settled, worksAfter },
    allowed: [503],
  });
});

test('PostgreSQL dies and its standby takes over', async () => {
  const primary = await startCluster({ durable: true });
  ends.push(() => primary.stop());
  const proxy = await startProxy(Number(new URL(primary.url).port));
  ends.push(proxy.close);
  const server = await serverOn(urlThroughProxy(primary.url, proxy));
  const standby = await startStandby(primary);
  ends.push(() => standby.stop());
  const ledger = await keepLedger(server);
  await ledger.progress(200);
  const works = ledger.works();
  await primary.kill();
  await lasting(AWAY_MS / 2, 'what it takes until the standby is promoted');
  await standby.promote();
  proxy.lead(Number(new URL(standby.url).port));
  const worksAfter = [await works];
  await ledger.progress(100);
  await ledger.end();
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: standby.url });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  reportLedger({
    fault: 'PostgreSQL dies, a standby takes over',
    what: 'SIGKILL under load; the synchronous standby is promoted after 2 s, and the address leads to it',
    ...{ ledger, settled, worksAfter },
    allowed: [503],
  });
});
