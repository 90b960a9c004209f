import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RECORDS } from '#domain/records/index.ts';
import { remoteApi } from '../../tests/support/remote-api.ts';
import { ADMIN, buildCluster, type Cluster, isUp, primaryOf, startApplications } from './cluster.ts';
import { queryOnce } from './database.ts';
import { type Group, startPeople } from './people.ts';
import { type Workspace, waitUntil } from './processes.ts';
import { createTrial, type Trial } from './trial.ts';

const MIXED_MS = 8_000;

/** Restarts one process after the other; the next one follows when HAProxy sends requests to the first again. */
async function roll({ apps, balancer }: Cluster, to: string, { drainFirst }: { drainFirst: boolean }): Promise<void> {
  for (const [index, app] of apps.entries()) {
    const servers = [`application/app${index + 1}`, `application_alone/app${index + 1}`];
    // A version without STOP_DELAY_SECONDS stops at once, so HAProxy must drain it first.
    if (drainFirst) {
      for (const server of servers) await balancer.tell(`set server ${server} state drain`);
      await wait(2_000);
    }
    await app.stop();
    await app.start(to);
    if (drainFirst) for (const server of servers) await balancer.tell(`set server ${server} state ready`);
    await waitUntil(`HAProxy sends to app${index + 1}`, () => isUp(balancer, servers[0] ?? ''));
    await wait(index === 0 ? MIXED_MS : 0);
  }
}

/** Six people save controls of one child without a pause, two list, one reads reports. */
function groupsAt(token: string, ninoId: string): Group[] {
  const control = () => ({ ...RECORDS.control.example, _id: crypto.randomUUID(), ninoId });
  const reading = (kind: string, path: string) => () => ({ kind, calls: [{ method: 'GET' as const, path, token }] });
  return [
    {
      count: 6,
      pause: () => 0,
      turn: () => ({ kind: 'saves', calls: [{ method: 'POST', path: '/api/control', body: control(), token }] }),
    },
    { count: 2, pause: () => 20, turn: reading('lists', '/api/nino?limit=20') },
    { count: 1, pause: () => 50, turn: reading('reports', '/api/reportes/tablero') },
  ];
}

/** Restarts the processes and kills members of PostgreSQL while people work. @param before a build of another version to begin with */
export async function tryFailures(
  place: Workspace,
  ends: (() => Promise<void>)[],
  build: string,
  before?: string,
): Promise<Trial> {
  const cluster = await buildCluster({ place, ends, applications: 2 });
  const { balancer, members, url } = cluster;
  await startApplications(cluster, before ? resolve(before) : build);
  const { call, signIn } = remoteApi(balancer.url);
  const token = await signIn(ADMIN);
  const ninoId = crypto.randomUUID();
  const created = await call('POST', '/api/nino', { ...RECORDS.nino.example, _id: ninoId }, token);
  if (created.status !== 201) throw new Error(`A child: ${created.status}`);
  const since = new Date();
  const people = startPeople(balancer.url, groupsAt(token, ninoId));
  const trial = createTrial(cluster, people, since);
  const { during } = trial;
  const untilReplica = () =>
    waitUntil('reports are read from a replica', async () => {
      const { body } = await call('GET', '/api/health', undefined, token);
      return body.reports === 'replica';
    });
  try {
    await people.saved(100);
    if (before) {
      const what = 'Rolling upgrade from the version before, both side by side for a while';
      await during(what, () => roll(cluster, build, { drainFirst: true }), { mustNotFail: false });
    }
    await untilReplica();
    const restart = () => roll(cluster, build, { drainFirst: false });
    await during('Rolling restart of both processes', restart, { mustNotFail: true });

    await untilReplica();
    const primary = await primaryOf(members);
    await during(
      'The primary (PostgreSQL and its Patroni) killed with SIGKILL',
      async () => {
        await primary.kill();
        await waitUntil('another primary', async () => (await primaryOf(members)) !== primary, 90_000);
      },
      { mustNotFail: false },
    );
    await during(
      'The member that was killed comes back and follows',
      async () => {
        primary.start();
        await waitUntil('it follows', async () => (await primary.role()) === 'replica', 120_000);
      },
      { mustNotFail: true },
    );
    const next = await primaryOf(members);
    await waitUntil('a second synchronous pair', async () => {
      const standbys = await queryOnce(
        url(next.port),
        `select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')`,
      );
      return standbys.length > 0;
    });
    await during(
      'One of the two replicas killed with SIGKILL',
      async () => {
        await primary.kill();
        await wait(10_000);
      },
      { mustNotFail: false },
    );
    primary.start();
  } finally {
    await people.end();
  }
  return trial;
}
