import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../tests/support/free-port.ts';
import { type Application, createApplication } from './application.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { createMember, type Member, queryOnce, startEtcd } from './database.ts';
import { type People, type Span, startPeople } from './people.ts';
import { unprivileged, type Workspace, waitUntil } from './processes.ts';

/**
 * Builds the setup of deploy/ha on one machine, on ports of the loopback address: etcd, three members of PostgreSQL under Patroni,
 * HAProxy, two processes of the Libreta. Then it provokes restarts and failures while people work, and prints the effect on them.
 */
const { values } = parseArgs({ options: { before: { type: 'string' }, keep: { type: 'boolean' } } });
const THIS_BUILD = resolve(import.meta.dirname, '../..');
const ADMIN = { cedula: '1710034065', password: 'Administra2026' };
/** HAProxy notices within 2 s that a process is stopping. */
const STOP_DELAY_SECONDS = 5;
const MIXED_MS = 8_000;

const secret = () => randomBytes(24).toString('hex');
const line = (text: string) => console.log(text);

interface Everything {
  readonly place: Workspace;
  readonly members: readonly Member[];
  readonly apps: readonly [Application, Application];
  readonly balancer: Balancer;
  readonly ends: (() => Promise<void>)[];
  /** The superuser's address of a member's database. */
  url(port: number): string;
}

async function build(place: Workspace, ends: Everything['ends']): Promise<Everything> {
  const etcd = await startEtcd(place);
  ends.push(() => etcd.process.end());
  const passwords = { superuser: secret(), replication: secret() };
  const members: Member[] = [];
  for (const name of ['db1', 'db2', 'db3']) members.push(await createMember(place, name, etcd.address, passwords));
  for (const member of members) {
    member.start();
    ends.push(() => member.stop());
  }
  await waitUntil('a primary with two that follow', async () => {
    const roles = await Promise.all(members.map((member) => member.role().catch(() => undefined)));
    return roles.filter((role) => role === 'master' || role === 'primary').length === 1 && roles.every(Boolean);
  });
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await startBalancer(place, ports, members);
  ends.push(() => balancer.process.end());
  const url = (port: number, user = `postgres:${passwords.superuser}`, name = 'libreta') =>
    `postgres://${user}@127.0.0.1:${port}/${name}`;
  // Before its first checks HAProxy treats every member as the primary.
  await waitUntil('HAProxy knows the primary', async () => {
    const states = await Promise.all([1, 2, 3].map((index) => balancer.state(`database/db${index}`)));
    return (
      states.filter((state) => state === 'UP').length === 1 && states.filter((state) => state === 'DOWN').length === 2
    );
  });
  const app = secret();
  await queryOnce(
    url(balancer.databasePort, undefined, 'postgres'),
    `create role libreta_owner login password '${app}'`,
  );
  await queryOnce(url(balancer.databasePort, undefined, 'postgres'), 'create database libreta owner libreta_owner');
  const env = {
    DATABASE_URL: url(balancer.databasePort, `libreta_owner:${app}`),
    DATABASE_REPLICA_URL: url(balancer.replicaPort, `libreta_owner:${app}`),
    TRUST_PROXY: 'loopback',
    STOP_DELAY_SECONDS: String(STOP_DELAY_SECONDS),
    JWT_SECRET: randomBytes(48).toString('base64'),
    ADMIN_CEDULA: ADMIN.cedula,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const [one, other] = ports.map((port, index) => createApplication(place, `app${index + 1}`, port, env));
  if (!one || !other) throw new Error('There are two');
  for (const each of [one, other]) ends.push(() => each.stop());
  return { place, members, apps: [one, other], balancer, ends, url };
}

const isUp = async (balancer: Balancer, server: string) => (await balancer.state(server)).startsWith('UP');

/** Restarts one process after the other; the next one follows when HAProxy sends requests to the first again. */
async function roll(
  { apps, balancer }: Everything,
  to: string,
  { drainFirst }: { drainFirst: boolean },
): Promise<void> {
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

/** Compares the acknowledged saves with the rows in the database. */
async function account({ url, balancer }: Everything, people: People) {
  // The copy excludes saves that are acknowledged during the query.
  const acknowledged = [...people.acknowledged];
  const rows = await queryOnce<{ id: string; noted: number }>(
    url(balancer.databasePort),
    `select c._id as id, (select count(*)::int from journal where about = c._id and action = 'crear') as noted
     from control c where c.parent_id = '${people.ninoId}'`,
  );
  const stored = new Map(rows.map(({ id, noted }) => [id, noted]));
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !stored.has(id)).length,
    doubled: rows.length - stored.size + rows.filter(({ noted }) => noted !== 1).length,
    unknown: rows.filter(({ id }) => !people.sent.has(id)).length,
  };
}

const rows: string[] = [];
const failures: string[] = [];
const failureCount = ({ failed }: Span) => Object.values(failed).reduce((sum, count) => sum + count, 0);
const failureText = ({ failed }: Span) =>
  Object.entries(failed)
    .map(([message, count]) => `${count} × ${message}`)
    .join('; ');

async function during(
  all: Everything,
  people: People,
  what: string,
  work: () => Promise<void>,
  mustNotFail: boolean,
): Promise<void> {
  line(`\n${what} …`);
  const { saves, reads, reports } = await people.during(async () => {
    await work();
    await people.saved(50);
    await wait(2_000);
  });
  const { acknowledged, lost, doubled, unknown } = await account(all, people);
  for (const [name, span] of Object.entries({ saves, reads, reports }))
    line(
      `  ${name}: ${span.asked} asked, ${failureCount(span)} not answered as wanted${failureCount(span) ? ` (${failureText(span)})` : ''}`,
    );
  const seconds = saves.refusedSeconds.toFixed(1);
  rows.push(
    `| ${what} | ${acknowledged} | ${lost} | ${doubled} | ${failureCount(saves)} of ${saves.asked}, for ${seconds} s | ${failureCount(reads)} of ${reads.asked} | ${failureCount(reports)} of ${reports.asked}, for ${reports.refusedSeconds.toFixed(1)} s |`,
  );
  if (lost + doubled + unknown > 0) failures.push(`${what}: ${lost} lost, ${doubled} doubled, ${unknown} of nobody`);
  const failed = failureCount(saves) + failureCount(reads) + failureCount(reports);
  if (mustNotFail && failed > 0) failures.push(`${what}: requests failed`);
}

async function primaryOf({ members }: Everything): Promise<Member> {
  for (const member of members) {
    const role = await member.role().catch(() => undefined);
    if (role === 'master' || role === 'primary') return member;
  }
  throw new Error('Nobody is primary');
}

async function trial(all: Everything): Promise<void> {
  const { apps, members, balancer } = all;
  const first = values.before ? resolve(values.before) : THIS_BUILD;
  for (const app of apps) await app.start(first);
  for (const index of [1, 2]) await waitUntil('HAProxy sends to both', () => isUp(balancer, `application/app${index}`));
  const people = await startPeople(balancer.url, ADMIN);
  const readBy = async () => (await people.call('/api/health')).body.reports as string;
  try {
    await people.saved(100);
    if (values.before) {
      const what = 'Rolling upgrade from the version before, both side by side for a while';
      await during(all, people, what, () => roll(all, THIS_BUILD, { drainFirst: true }), false);
    }
    await waitUntil('reports are read from a replica', async () => (await readBy()) === 'replica');
    await during(
      all,
      people,
      'Rolling restart of both processes',
      () => roll(all, THIS_BUILD, { drainFirst: false }),
      true,
    );

    await waitUntil('reports are read from a replica', async () => (await readBy()) === 'replica');
    const primary = await primaryOf(all);
    await during(
      all,
      people,
      `The primary (PostgreSQL and its Patroni) killed with SIGKILL`,
      async () => {
        await primary.kill();
        await waitUntil('another primary', async () => (await primaryOf(all)) !== primary, 90_000);
      },
      false,
    );
    line(`  the new primary is ${(await primaryOf(all)).name}`);
    await during(
      all,
      people,
      'The member that was killed comes back and follows',
      async () => {
        primary.start();
        await waitUntil('it follows', async () => (await primary.role()) === 'replica', 120_000);
      },
      true,
    );
    await waitUntil('a second synchronous pair', async () => {
      const { port } = await primaryOf(all);
      const standbys = await queryOnce(
        all.url(port),
        `select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')`,
      );
      return standbys.length > 0;
    });
    const following = members.filter((member) => member !== primary);
    const next = await primaryOf(all);
    const replicas = [primary, ...following.filter((member) => member !== next)];
    await during(
      all,
      people,
      'One of the two replicas killed with SIGKILL',
      async () => {
        await replicas[0]?.kill();
        await wait(10_000);
      },
      false,
    );
    replicas[0]?.start();
  } finally {
    await people.end();
  }
}

const place = { home: mkdtempSync(join(tmpdir(), 'libreta-ha-')), user: unprivileged() };
chmodSync(place.home, 0o755);
if (place.user) chownSync(place.home, place.user.uid, place.user.gid);
const ends: Everything['ends'] = [];
const began = Date.now();
try {
  const all = await build(place, ends);
  line(`Built in ${((Date.now() - began) / 1_000).toFixed(0)} s, in ${place.home}.`);
  await trial(all);
  line(
    '\n| what was done while people worked | acknowledged so far | lost | doubled | saves refused | lists refused | reports refused |',
  );
  line('|---|---|---|---|---|---|---|');
  for (const row of rows) line(row);
} catch (error) {
  failures.push(String(error));
} finally {
  for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error));
  if (failures.length > 0 || values.keep) line(`\nLogs: ${place.home}`);
  else rmSync(place.home, { recursive: true, force: true });
}
for (const failure of failures) console.error(`✗ ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
