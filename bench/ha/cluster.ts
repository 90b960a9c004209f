import { randomBytes } from 'node:crypto';
import { freePort } from '../../tests/support/free-port.ts';
import { type Application, createApplication } from './application.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { createMember, type Member, queryOnce, startEtcd } from './database.ts';
import { type Workspace, waitUntil } from './processes.ts';

export const ADMIN = { cedula: '1710034065', password: 'Administra2026' };
/** HAProxy notices within 2 s that a process is stopping. */
const STOP_DELAY_SECONDS = 5;
/** The role that owns the database; the application signs in as this role. */
const OWNER = 'libreta_owner';

/** A million children are 13 GB. */
const COPIED_WITHIN_MS = 1_800_000;

const secret = () => randomBytes(24).toString('hex');

export interface Cluster {
  readonly members: readonly Member[];
  readonly apps: readonly Application[];
  readonly balancer: Balancer;
  /** The address of the primary's database through HAProxy, as its owner. */
  readonly owner: string;
  /** The superuser's address of a member's database. */
  url(port: number): string;
}

/** The setup to build; what it starts is ended by the functions that it adds to `ends`. */
export interface Plan {
  readonly place: Workspace;
  readonly ends: (() => Promise<void>)[];
  readonly applications: number;
  /** Prepares the database of the first member before the others copy it. */
  fill?(first: Member, owner: string): Promise<void>;
  /** @returns settings of the applications, for example an address of a pooler */
  settings?(owner: string): Promise<Record<string, string>>;
}

const isPrimary = (role: string | undefined) => role === 'master' || role === 'primary';

export async function primaryOf(members: readonly Member[]): Promise<Member> {
  for (const member of members) if (isPrimary(await member.role().catch(() => undefined))) return member;
  throw new Error('No member is primary');
}

/** Waits until HAProxy treats exactly one member as the primary: before its first checks it treats every one so. */
const untilPrimaryIsChecked = (balancer: Balancer, members: readonly Member[]) =>
  waitUntil('HAProxy checked for the primary', async () => {
    const states = await Promise.all(members.map(({ name }) => balancer.state(`database/${name}`)));
    return (
      states.filter((state) => state === 'UP').length === 1 &&
      states.filter((state) => state === 'DOWN').length === members.length - 1
    );
  });

/** Builds the setup of deploy/ha on one machine: etcd, three members of PostgreSQL under Patroni, HAProxy, processes of the Libreta. */
export async function buildCluster({ place, ends, applications, fill, settings }: Plan): Promise<Cluster> {
  const etcd = await startEtcd(place);
  ends.push(() => etcd.process.end());
  const passwords = { superuser: secret(), replication: secret() };
  const members: Member[] = [];
  for (const name of ['db1', 'db2', 'db3']) members.push(await createMember(place, name, etcd.address, passwords));
  const ports: number[] = [];
  for (let app = 0; app < applications; app += 1) ports.push(await freePort());
  const balancer = await startBalancer(place, ports, members);
  ends.push(() => balancer.process.end());
  const url = (port: number, user = `postgres:${passwords.superuser}`, name = 'libreta') =>
    `postgres://${user}@127.0.0.1:${port}/${name}`;
  const app = secret();
  const owner = url(balancer.databasePort, `${OWNER}:${app}`);
  const start = async (some: readonly Member[]) => {
    for (const member of some) {
      member.start();
      ends.push(() => member.stop());
    }
    await waitUntil(
      'a primary, and the others follow',
      async () => {
        await primaryOf(members);
        return (await Promise.all(some.map((member) => member.role()))).every(Boolean);
      },
      COPIED_WITHIN_MS,
    );
    await untilPrimaryIsChecked(balancer, members);
  };
  const createDatabase = async () => {
    const postgres = url(balancer.databasePort, undefined, 'postgres');
    await queryOnce(postgres, `create role ${OWNER} login password '${app}'`);
    await queryOnce(postgres, `create database libreta owner ${OWNER}`);
  };
  if (fill) {
    const [first, ...others] = members as [Member, ...Member[]];
    await start([first]);
    // Alone it acknowledges nothing while it waits for a second machine.
    await first.configure({ synchronous_mode: false });
    await createDatabase();
    await fill(first, owner);
    // Otherwise the copies wait minutes for a checkpoint that spreads its writes.
    await queryOnce(url(balancer.databasePort), 'checkpoint');
    await start(others);
    await first.configure({ synchronous_mode: true });
  } else {
    await start(members);
    await createDatabase();
  }
  const env = {
    DATABASE_URL: owner,
    DATABASE_REPLICA_URL: url(balancer.replicaPort, `${OWNER}:${app}`),
    TRUST_PROXY: 'loopback',
    STOP_DELAY_SECONDS: String(STOP_DELAY_SECONDS),
    JWT_SECRET: randomBytes(48).toString('base64'),
    ADMIN_CEDULA: ADMIN.cedula,
    ADMIN_PASSWORD: ADMIN.password,
    ...(await settings?.(owner)),
  };
  const apps = ports.map((port, index) => createApplication(place, `app${index + 1}`, port, env));
  for (const each of apps) ends.push(() => each.stop());
  return { members, apps, balancer, owner, url };
}

export const isUp = async (balancer: Balancer, server: string) => (await balancer.state(server)).startsWith('UP');

/** Starts all processes of the Libreta and waits until HAProxy sends requests to each. */
export async function startApplications({ apps, balancer }: Cluster, build: string): Promise<void> {
  for (const app of apps) await app.start(build);
  for (const index of apps.keys())
    await waitUntil('HAProxy sends to all', () => isUp(balancer, `application/app${index + 1}`));
}

/** Compares the saves of controls with the rows and the journal. @param since when the first one was sent */
export async function compareSaves(
  { balancer, url }: Cluster,
  people: { readonly sent: ReadonlySet<string>; readonly acknowledged: ReadonlySet<string> },
  since: Date,
) {
  // The copy excludes saves that are acknowledged during the query.
  const acknowledged = [...people.acknowledged];
  const start = since.toISOString();
  const rows = await queryOnce<{ id: string; noted: number }>(
    url(balancer.databasePort),
    `with entries as (select about, count(*)::int as noted from journal
       where kind = 'control' and action = 'crear' and at >= '${start}' group by about)
     select c._id as id, coalesce(noted, 0) as noted from control c left join entries on about = c._id
       where c.fecha_registro >= '${start}'`,
  );
  const stored = new Set(rows.map(({ id }) => id));
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !stored.has(id)).length,
    doubled: rows.filter(({ noted }) => noted !== 1).length,
    unknown: rows.filter(({ id }) => !people.sent.has(id)).length,
  };
}
