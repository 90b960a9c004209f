import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRandom, type Random, weighted } from '#server/population/random.ts';
import { callsOf } from '../jobs/index.ts';
import { untilComputed } from '../setup/computed-ahead.ts';
import { collectFacts, type Facts } from '../setup/facts.ts';
import { runBuilt } from '../setup/processes.ts';
import { HALF_HOUR_S, HALF_HOURS, OFFLINE } from '../working-day.ts';
import { buildCluster, type Cluster, primaryOf, startApplications } from './cluster.ts';
import { queryOnce } from './database.ts';
import { type Group, startPeople } from './people.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { type Workspace, waitUntil } from './processes.ts';
import { createTrial, type Trial } from './trial.ts';

const MS = 1_000;
/** Settings of each member, for three of them on one machine. */
const SETTINGS = { shared_buffers: '1GB', effective_cache_size: '4GB', max_wal_size: '4GB' };
/** The limits that PgBouncer ignores when the application connects (docs/scaling.md). */
const LIMITS = { statement_timeout: '30s', lock_timeout: '2s', idle_in_transaction_session_timeout: '30s' };
/** Connections of people; each stands for many of them. */
const CONNECTIONS = { morning: 80, evening: 20 };
const REPORTS = ['dashboard', 'sexes', 'weights', 'status', 'vaccines', 'stunting', 'week', 'warned', 'staff'];
const SECONDS_BETWEEN_REPORTS = 2;
const READ_ALL = 'find "$1" -type f -exec cat {} + > /dev/null';
/** The longest that lists may take at p95, outside of the failover. */
const LISTS_P95_MS = 50;

export interface Country {
  readonly children: number;
  readonly people: number;
  readonly minutes: number;
}

/** People of one half hour, as many turns a second as all of them take. */
function halfHour(name: keyof typeof HALF_HOURS, people: number, random: Random, facts: Facts): Group {
  const jobs = Object.entries(HALF_HOURS[name].jobs);
  const turns = jobs.reduce((sum, [, times]) => sum + times, 0);
  const pauseMs = (MS * HALF_HOUR_S * CONNECTIONS[name]) / (people * turns);
  const choose = weighted(jobs, ([, times]) => times);
  return {
    count: CONNECTIONS[name],
    pause: () => random.whole(0, 2 * pauseMs),
    turn: () => {
      const [kind] = choose(random);
      return { kind, calls: callsOf(kind, random, facts) };
    },
  };
}

function groupsOf({ people }: Country, facts: Facts): Group[] {
  const random = createRandom(1, 1);
  return [
    halfHour('morning', people, random, facts),
    halfHour('evening', people * OFFLINE, random, facts),
    {
      count: 1,
      pause: () => SECONDS_BETWEEN_REPORTS * MS,
      turn: () => ({ kind: 'report', calls: callsOf(random.pick(REPORTS), random, facts) }),
    },
  ];
}

/** The machines have run for some days: each process has its figures over all children, and the primary's files are in memory. */
async function warmUp({ home }: Workspace, { apps, members }: Cluster, token = ''): Promise<void> {
  for (const { url } of apps) await untilComputed(url, token);
  const { name } = await primaryOf(members);
  await promisify(execFile)('sh', ['-c', READ_ALL, 'sh', join(home, name, 'data')]);
}

/**
 * A country on one machine: three processes of the Libreta behind HAProxy, PgBouncer in transaction mode, three members of PostgreSQL, reports
 * on a standby. The morning of all people and the evening of those without signal come at once; the primary is killed in the middle.
 */
export async function tryCountry(
  place: Workspace,
  ends: (() => Promise<void>)[],
  build: string,
  country: Country,
): Promise<Trial> {
  const { children, minutes } = country;
  const cluster = await buildCluster({
    ...{ place, ends, applications: 3 },
    async fill(first, owner) {
      await first.configure({ postgresql: { parameters: SETTINGS } });
      await first.restart();
      await waitUntil('it is up again', async () => (await queryOnce(owner, 'select 1')).length === 1);
      const program = resolve(build, 'dist/server/populate.js');
      await runBuilt([program, '--ninos', String(children), '--database-url', owner]);
      await queryOnce(owner, 'vacuum analyze');
      for (const [name, value] of Object.entries(LIMITS))
        await queryOnce(owner, `alter role current_user set ${name} = '${value}'`);
    },
    async settings(owner) {
      const bouncer = await startPgBouncer(owner);
      ends.push(() => bouncer.stop());
      return { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: owner, DATABASE_MIGRATION_URL: owner };
    },
  });
  const { members, balancer, owner } = cluster;
  await startApplications(cluster, build);
  const facts = await collectFacts(owner, balancer.url);
  console.log('\nEach process computes its figures …');
  await warmUp(place, cluster, facts.supervisors[0]);
  const since = new Date();
  const people = startPeople(balancer.url, groupsOf(country, facts));
  const trial = createTrial(cluster, people, since);
  const half = () => wait((minutes / 2) * 60 * MS);
  try {
    await people.saved(100);
    const before = await trial.during('The first half', half, { mustNotFail: true });
    const primary = await primaryOf(members);
    await trial.during(
      'The primary killed with SIGKILL, until saves are acknowledged again',
      async () => {
        await primary.kill();
        await waitUntil('another primary', async () => (await primaryOf(members)) !== primary, 90 * MS);
      },
      { mustNotFail: false },
    );
    const after = await trial.during(
      'The second half, the killed member comes back and follows',
      async () => {
        primary.start();
        await half();
        await waitUntil('it follows', async () => (await primary.role()) === 'replica');
      },
      { mustNotFail: true },
    );
    for (const [when, { list }] of Object.entries({ before, after }))
      if (!list || !(list.p95 <= LISTS_P95_MS))
        trial.failures.push(`Lists ${when} the failover: ${list?.p95.toFixed(1)} ms at p95, not ${LISTS_P95_MS}`);
  } finally {
    await people.end();
  }
  return trial;
}
