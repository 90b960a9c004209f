import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { untilServed } from '../support/burst.ts';
import { reportFault } from '../support/fault-report.ts';
import { keepLedger } from '../support/ledger.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const ROUNDS = 25;
const EDITORS = 8;

let cluster: Cluster;
let servers: [ServerProcess, ServerProcess];
beforeAll(async () => {
  cluster = await startCluster({ durable: true });
  const env = { JWT_SECRET: randomBytes(48).toString('base64') };
  const first = await startServer({ databaseUrl: cluster.url, env });
  servers = [first, await startServer({ databaseUrl: cluster.url, env })];
});
afterAll(async () => {
  for (const server of servers ?? []) await server.kill();
  await cluster?.stop();
});

test('of many simultaneous edits of one child on two processes exactly one succeeds, and the others get the current row', async () => {
  const [one, other] = servers;
  // Other writers save through both processes.
  const ledger = await keepLedger(one, other);
  const { token } = ledger;
  const { nino } = RECORDS;
  const _id = crypto.randomUUID();
  const cedula = _id.slice(0, 20);
  const body = { ...nino.example, cedula };
  expect((await remoteApi(one.url).call('POST', '/api/nino', { ...body, _id }, token)).status).toBe(201);
  let conflicts = 0;
  for (let version = 1; version <= ROUNDS; version += 1) {
    const nameOf = (editor: number) =>
      `EDICIÓN ${String.fromCharCode(65 + version)} ${String.fromCharCode(65 + editor)}`;
    const answers = await Promise.all(
      Array.from({ length: EDITORS }, async (_, editor) => {
        const { url } = editor % 2 ? one : other;
        const nombres = nameOf(editor);
        const edit = () => remoteApi(url).call('PUT', `/api/nino/${_id}`, { ...body, nombres, version }, token);
        return { nombres, ...(await untilServed(edit)) };
      }),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners.map(({ nombres }) => nombres)).toHaveLength(1);
    const [winner] = winners;
    for (const loser of answers.filter((answer) => answer !== winner)) {
      expect([loser.status, loser.body.message]).toEqual([409, ERRORS.outdated.message]);
      conflicts += 1;
    }
    for (const { url } of servers) {
      const { body: now } = await remoteApi(url).call('GET', `/api/nino/${_id}`, undefined, token);
      expect(now).toMatchObject({ nombres: winner?.nombres, version: version + 1 });
    }
  }
  await ledger.end();
  // Refused are only saves that waited too long on a busy machine.
  expect(ledger.refusals.filter(({ status }) => status !== 503)).toEqual([]);
  const history = await remoteApi(one.url).call('GET', `/api/nino/${_id}/historial?limit=200`, undefined, token);
  expect(history.body.filter(({ accion }: { accion: string }) => accion === 'editar')).toHaveLength(ROUNDS);
  const { health, live } = ledger.health.longest;
  for (const server of servers) expect(await server.stop()).toBe(0);
  const settled = await ledger.settle({ url: cluster.url }, { others: [_id] });
  expect(settled).toMatchObject({ lost: 0, doubled: 0 });
  reportFault({
    fault: 'two processes edit one row',
    what: `${ROUNDS} rounds of ${EDITORS} edits at once of the same version, half through each, while others save through both: 1 winner each`,
    ...settled,
    refused: `409 ×${conflicts}, with what is there now`,
    ...{ health, live },
  });
});
