import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportLedger } from '../support/fault-report.ts';
import { keepLedger, NO_ANSWER } from '../support/ledger.ts';
import { randomMoment } from '../support/passing-time.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { startServer } from '../support/server-process.ts';

const ROUNDS = 3;

let dataDir: string;
let cluster: Cluster | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'libreta-fault-'));
});
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

test.each(['embedded', 'PostgreSQL'])('the application is killed during saves (%s)', async (engine) => {
  if (engine === 'PostgreSQL') cluster = await startCluster({ durable: true });
  const database = cluster ? { databaseUrl: cluster.url } : {};
  const server = await startServer({ dataDir, ...database });
  const ledger = await keepLedger(server);
  const worksAfter = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await ledger.progress(50);
    await randomMoment(300);
    await server.kill();
    // In the last round the database is killed too.
    if (round === ROUNDS - 1) await cluster?.kill();
    const works = ledger.works();
    if (round === ROUNDS - 1) await cluster?.restart();
    await server.restart();
    worksAfter.push(await works);
  }
  await ledger.progress(20);
  await ledger.end();
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle(cluster ? { url: cluster.url } : { dataDir });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  reportLedger({
    fault: `the application is killed, ${engine}`,
    what: `SIGKILL ${ROUNDS} times while people save${cluster ? ', the last time to PostgreSQL as well' : ''}; started again`,
    ...{ ledger, settled, worksAfter },
    // Without a proxy nothing answers during the restart. PostgreSQL may be waited for too long on a busy machine.
    allowed: cluster ? [NO_ANSWER, 503] : [NO_ANSWER],
  });
});
