import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './passing-time.ts';
import { childrenOf, killAll } from './processes.ts';
import { runWhenAbandoned } from './run-when-abandoned.ts';
import { pathOfTool } from './tools.ts';

const STOP_LIMIT_MS = 15_000;

export interface Cluster {
  /** The superuser's URL of the database `postgres`. */
  readonly url: string;
  /** The postmaster; it changes with `restart`. */
  readonly pid: number;
  readonly binDir: string;
  /** False once the server has ended, for instance because its log has no room. */
  alive(): boolean;
  /** Kills all its processes with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** Restarts it on the same port and data: `fast` ends connections, `immediate` is like a crash. */
  restart(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Stops it and deletes its files. */
  stop(): Promise<void>;
  readonly home: string;
}

interface ClusterOptions {
  readonly durable: boolean;
  /** Parent folder; the system's temporary folder by default. */
  readonly within?: string;
  /** Folder for tables created from now on. */
  readonly tablesWithin?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) };
    } catch {
      // This machine has no such user.
    }
  }
  throw new Error('Neither the user postgres nor nobody exists, and PostgreSQL does not run as root.');
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * A temporary PostgreSQL on the loopback address. `durable: false` disables fsync, which only matters when a machine crashes.
 * @throws Error if PostgreSQL is missing and cannot be installed
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const password = randomBytes(16).toString('hex');
  const { tablesWithin } = options;
  const cluster = await startFrom(options, password, ({ binDir, dataDir, home, asUser, user }) => {
    const passwordFile = join(home, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) chownSync(passwordFile, user.uid, user.gid);
    const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
    const initdb = ['-D', dataDir, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
    execFileSync(join(binDir, 'initdb'), [...initdb, `--locale=${locale}`, '--no-sync'], { ...asUser, stdio: 'pipe' });
    if (user && tablesWithin) chownSync(tablesWithin, user.uid, user.gid);
  });
  const elsewhere = [
    `create tablespace elsewhere location '${tablesWithin}'`,
    ...setting('default_tablespace', 'elsewhere'),
  ];
  if (tablesWithin) await ask(cluster.url, ...elsewhere);
  return cluster;
}

async function ask(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const setting = (name: string, value: string) => [`alter system set ${name} = '${value}'`, 'select pg_reload_conf()'];

/** A standby that replicates a cluster. */
export interface Standby extends Cluster {
  promote(): Promise<void>;
}

/** Starts a standby; from then on commits wait until it has them on its disk. @throws Error as `startCluster` */
export async function startStandby(primary: Cluster): Promise<Standby> {
  const { password } = new URL(primary.url);
  const standby = await startFrom({ durable: true }, password, ({ binDir, dataDir, asUser }) => {
    const copy = ['-d', primary.url, '-D', dataDir, '-R', '-X', 'stream', '-c', 'fast'];
    execFileSync(join(binDir, 'pg_basebackup'), copy, { ...asUser, stdio: 'pipe' });
  });
  await ask(primary.url, ...setting('synchronous_standby_names', '*'));
  return Object.assign(standby, { promote: () => ask(standby.url, 'select pg_promote(true, 60)') });
}

/** Ending processes may still create files, so the removal is repeated. */
const REMOVED = 'tries=0; until rm -rf "$1" || [ $((tries += 1)) -gt 5000 ]; do :; done';

interface Making {
  readonly binDir: string;
  readonly dataDir: string;
  readonly home: string;
  readonly user: { uid: number; gid: number } | undefined;
  readonly asUser: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
}

/** @param make creates the files of the cluster */
async function startFrom(
  { durable, within = tmpdir(), settings: more = {} }: ClusterOptions,
  password: string,
  make: (making: Making) => void,
): Promise<Cluster> {
  const binDir = pathOfTool('postgres');
  const user = unprivileged();
  const home = mkdtempSync(join(within, 'libreta-pg-'));
  const dataDir = join(home, 'data');
  const log = join(home, 'log');
  const release = runWhenAbandoned(`kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"; ${REMOVED}`, home);
  const asUser = { cwd: home, env: { PATH: process.env.PATH ?? '', TZ: 'UTC' }, ...user };
  let server: ChildProcess;

  const ended = () => server.exitCode !== null || server.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (ended()) return;
    const exit = once(server, 'exit');
    server.kill(signal);
    const lastResort = setTimeout(() => server.kill('SIGQUIT'), STOP_LIMIT_MS);
    await exit;
    clearTimeout(lastResort);
  };
  const remove = () => {
    rmSync(home, { recursive: true, force: true });
    release();
  };

  try {
    if (user) chownSync(home, user.uid, user.gid);
    make({ binDir, dataDir, home, user, asUser });
    const port = await freePort();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: home,
      max_connections: 200,
      ...more,
      ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

    const start = async () => {
      const output = openSync(log, 'a');
      server = spawn(join(binDir, 'postgres'), ['-D', dataDir, ...flags], {
        ...asUser,
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      await until(async () => ended() || (await answers(url)), 'PostgreSQL answers').catch(() => {});
      if (ended() || !(await answers(url))) throw new Error(`PostgreSQL does not start.\n${readFileSync(log, 'utf8')}`);
    };
    const kill = async () => {
      const all = childrenOf(server.pid as number);
      await end('SIGKILL');
      // Without their postmaster they would answer for a moment and block the next start.
      await until(() => killAll(all), 'the last process of PostgreSQL is gone');
    };
    await start();
    return {
      url,
      home,
      binDir,
      alive: () => !ended(),
      get pid() {
        return server.pid as number;
      },
      kill,
      restart: async (mode = 'fast') => {
        await end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
        await start();
      },
      stop: async () => {
        await end('SIGINT');
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
