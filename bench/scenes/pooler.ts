import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { type Process, startProgram, unprivileged, waitUntil } from '../ha/processes.ts';
import { median } from '../measure.ts';
import { query } from '../setup/database.ts';
import type { ServedProcess } from '../setup/processes.ts';
import { cpuSeconds } from '../setup/usage.ts';
import { markdown } from '../table.ts';
import type { Scene } from './scene.ts';

const JOBS = ['list', 'page', 'save'];
const WARM_UP = 2;
const MS = 1_000;
/** Older versions lose statements that are prepared by name. */
const OLDEST: readonly [number, number] = [1, 21];
const DEPLOYED = resolve(import.meta.dirname, '../../deploy/pgbouncer.ini');

/** @returns the version of the installed PgBouncer @throws Error with one sentence if it is missing or too old */
function versionOfPgBouncer(): string {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, version, major, minor] = /^PgBouncer ((\d+)\.(\d+)\S*)/.exec(stdout ?? '') ?? [];
  if (version === undefined) throw new Error('there is no pgbouncer: apt-get install pgbouncer');
  if (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1])
    throw new Error(`PgBouncer ${version} is too old, ${OLDEST.join('.')} is the first that keeps prepared statements`);
  return version;
}

interface Pooler {
  readonly url: string;
  readonly process: Process;
  stop(): Promise<void>;
}

/** Starts PgBouncer with deploy/pgbouncer.ini in front of a database; only its addresses and how it signs in are replaced. */
async function startPgBouncer(database: string): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(database);
  const home = mkdtempSync(join(tmpdir(), 'libreta-pooler-'));
  const user = unprivileged();
  if (user) chownSync(home, user.uid, user.gid);
  const own = String(await freePort());
  const name = pathname.slice(1);
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const replaced: Readonly<Record<string, string>> = {
    libreta: `host=${hostname} port=${port || '5432'} dbname=${name} ${login}`,
    listen_port: own,
    auth_type: 'any',
  };
  const lines = readFileSync(DEPLOYED, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('auth_file'))
    .map((line) => {
      const [key = ''] = line.split(' = ');
      return key in replaced ? `${key} = ${replaced[key]}` : line;
    });
  const config = join(home, 'pgbouncer.ini');
  writeFileSync(config, [...lines, 'unix_socket_dir =', ''].join('\n'), { mode: 0o600 });
  if (user) chownSync(config, user.uid, user.gid);
  const process = startProgram({ home, user }, 'pgbouncer', 'pgbouncer', [config], {});
  const url = `postgres://${username}@127.0.0.1:${own}/libreta`;
  const stop = async () => {
    await process.end('SIGINT');
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await waitUntil('PgBouncer answers', async () => (await query(url, 'select 1')).length === 1, 20_000);
  } catch (error) {
    const log = process.log();
    await stop();
    throw new Error(log, { cause: error });
  }
  return { url, process, stop };
}

/** Compares a process of the server that reaches PostgreSQL through PgBouncer in transaction mode with one that does not. */
export async function pooler({ bench, size, start }: Scene): Promise<string> {
  const { load, ours, database, connections, rounds, seconds } = bench;
  const version = versionOfPgBouncer();
  const bouncer = await startPgBouncer(database);
  try {
    const pooled = await start({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: database });
    try {
      const run = async (job: string, { url }: ServedProcess, seed: number, time = seconds) => {
        const before = cpuSeconds(bouncer.process.pid);
        const done = await load.run({ jobs: [job], urls: [url], connections, seconds: time, seed });
        if (done.failed > 0) throw new Error(`${job}: ${done.failed} failed: ${done.failures.join('; ')}`);
        const bouncerMs = (MS * (cpuSeconds(bouncer.process.pid) - before)) / done.jobs;
        return { rate: done.jobs / done.seconds, p50: done.p50, p99: done.p99, bouncerMs };
      };
      const rows: string[][] = [];
      for (const job of JOBS) {
        for (const server of [ours, pooled]) await run(job, server, 1, WARM_UP * seconds);
        const direct: Awaited<ReturnType<typeof run>>[] = [];
        const through: typeof direct = [];
        for (let round = 0; round < rounds; round += 1) {
          const turns = [() => run(job, ours, 1_000 + round), () => run(job, pooled, 2_000 + round)] as const;
          const first = round % 2 === 0;
          const [one, other] = [await turns[first ? 0 : 1](), await turns[first ? 1 : 0]()];
          direct.push(first ? one : other);
          through.push(first ? other : one);
        }
        const of = (runs: typeof direct, key: keyof (typeof direct)[number], digits: number) =>
          median(runs.map((each) => each[key])).toFixed(digits);
        rows.push([
          ...[job, of(direct, 'rate', 0), of(through, 'rate', 0)],
          median(through.map(({ rate }, round) => rate / (direct[round]?.rate ?? Number.NaN))).toFixed(2),
          ...[of(direct, 'p50', 1), of(through, 'p50', 1), of(direct, 'p99', 1), of(through, 'p99', 1)],
          of(through, 'bouncerMs', 2),
        ]);
      }
      const head = ['job', 'direct, jobs/s', 'pooled', 'ratio', 'p50 ms', 'pooled', 'p99 ms', 'pooled', 'PgBouncer ms'];
      return `Through PgBouncer ${version} in transaction mode, at ${size.toLocaleString('en')} children:\n\n${markdown(head, rows)}`;
    } finally {
      await pooled.stop();
    }
  } finally {
    await bouncer.stop();
  }
}
