import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { reportLedger } from '../support/fault-report.ts';
import { keepLedger, NO_ANSWER } from '../support/ledger.ts';
import { manyWomen } from '../support/many-women.ts';
import { lasting } from '../support/passing-time.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { startServer } from '../support/server-process.ts';
import { readSheets } from '../support/spreadsheet.ts';

const WOMEN = 20_000;
const READ_ON_AFTER_MS = 3_000;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test('SIGTERM arrives during saves and exports, one of which its client stops reading', async () => {
  const cluster = await startCluster({ durable: true });
  ends.push(() => cluster.stop());
  const server = await startServer({ databaseUrl: cluster.url });
  ends.push(() => server.kill());
  const database = await openDatabase({ url: cluster.url });
  await manyWomen(database, WOMEN);
  await database.close();
  const ledger = await keepLedger(server);
  const open = async (path: string): Promise<IncomingMessage> => {
    const headers = { 'x-access-token': ledger.token };
    const [response] = await once(get(`${server.url}${path}`, { headers, agent: false }), 'response');
    return response;
  };
  await ledger.progress(40);
  const files = await Promise.all(['/api/mujer/exportar.xlsx', '/api/mujer/exportar.csv', '/api/mujer'].map(open));
  const never = await open('/api/mujer');
  const brokenOff = once(never, 'error');
  const signalled = performance.now();
  const ended = server.terminate();
  await lasting(READ_ON_AFTER_MS, 'nobody reads');
  const [sheet, csv, list] = await Promise.all(
    files.map(async (file) => {
      const chunks: Buffer[] = [];
      for await (const chunk of file) chunks.push(chunk);
      return Buffer.concat(chunks);
    }),
  );
  expect((await readSheets(sheet as Buffer))[0]?.rows).toHaveLength(WOMEN + 1);
  expect(String(csv).trimEnd().split('\r\n')).toHaveLength(WOMEN + 1);
  expect(JSON.parse(String(list))).toHaveLength(WOMEN);
  // Within the grace period of the README, after which processes are killed.
  expect(await ended).toBe(0);
  const seconds = (performance.now() - signalled) / 1_000;
  never.resume();
  await brokenOff;
  const works = ledger.works();
  await server.restart();
  const worksAfter = [await works];
  await ledger.end();
  expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: cluster.url });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  reportLedger({
    fault: 'SIGTERM during exports',
    what: `three exports of ${WOMEN} women arrive whole, one that nobody reads is cut; ended with 0 after ${seconds.toFixed(0)} s, started again`,
    ...{ ledger, settled, worksAfter },
    allowed: [503, NO_ANSWER],
  });
});
