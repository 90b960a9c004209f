import { afterEach, expect, test } from 'vitest';
import { reportLedger } from '../support/fault-report.ts';
import { keepLedger, type Ledger } from '../support/ledger.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { lasting } from '../support/passing-time.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { startServer } from '../support/server-process.ts';
import { startProxy, urlThroughProxy } from '../support/tcp-proxy.ts';

const ROUNDS = 1;
/** Longer than the statement timeout. */
const FROZEN_MS = 45_000;
/** The statement timeout and its handling. */
const CLEAR_ANSWER_MS = 40_000;
const HEALTH_MS = 3_000;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function started() {
  const cluster = await startCluster({ durable: true });
  ends.push(() => cluster.stop());
  const proxy = await startProxy(Number(new URL(cluster.url).port));
  ends.push(proxy.close);
  const server = await startServer({ databaseUrl: urlThroughProxy(cluster.url, proxy) });
  ends.push(() => server.kill());
  return { cluster, proxy, server, slowed: await slowedBy() };
}

/** Expects health and refusals within the promised times. */
async function expectAnswered({ health, refusals }: Ledger, slowed: number): Promise<void> {
  await expectWithin(HEALTH_MS, health.longest.health, 'health', slowed);
  await expectWithin(CLEAR_ANSWER_MS, Math.max(0, ...refusals.map(({ ms }) => ms)), 'the slowest refusal', slowed);
}

test('every answer of PostgreSQL is delayed', async () => {
  const { cluster, proxy, server, slowed } = await started();
  const ledger = await keepLedger(server);
  const worksAfter = [];
  for (const late of [100, 1_000]) {
    await ledger.progress(30);
    proxy.delay(late);
    await lasting(12_000, 'the fault');
    proxy.delay(0);
    worksAfter.push(await ledger.works());
  }
  await ledger.end();
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: cluster.url });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  await expectAnswered(ledger, slowed);
  reportLedger({
    fault: 'a slow database',
    what: 'each piece of data 100 ms, then 1 s late, in both directions, for 12 s each',
    ...{ ledger, settled, worksAfter },
    allowed: [503],
  });
});

test('PostgreSQL stops answering while its connections stay open', async () => {
  const { cluster, proxy, server, slowed } = await started();
  const ledger = await keepLedger(server);
  const worksAfter = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await ledger.progress(40);
    proxy.freeze();
    await lasting(FROZEN_MS, 'the fault');
    // Requests under way were given up, and their connections are unusable.
    proxy.thaw();
    worksAfter.push(await ledger.works());
  }
  await ledger.progress(40);
  await ledger.end();
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: cluster.url });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  expect(ledger.refusals.length).toBeGreaterThan(0);
  await expectAnswered(ledger, slowed);
  reportLedger({
    fault: 'a database that says nothing',
    what: `a network that swallows everything for ${FROZEN_MS / 1_000} s, ${ROUNDS} times`,
    ...{ ledger, settled, worksAfter },
    allowed: [503],
  });
});
