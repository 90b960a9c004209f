import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { whenAbandoned } from './guardian.ts';
import { postgresBinaries } from './postgres-binaries.ts';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;

export interface Cluster {
  /** The superuser's address of the database `postgres`. */
  readonly url: string;
  /** The postmaster; another one after `restart`. */
  readonly pid: number;
  readonly binDir: string;
  /** SIGKILL to the postmaster: what a power cut leaves behind. */
  kill(): Promise<void>;
  /**
   * Stops it if it still runs, as `pg_ctl restart` does (`fast`: connections are ended; `immediate`: as after a crash), and starts it
   * on the same port and data.
   */
  restart(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Stops it and removes everything. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  readonly durable: boolean;
  /** Beyond those that any such cluster has. */
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
 * A throw-away PostgreSQL on the loopback address. `durable: false` leaves out fsync, which only matters to a machine that crashes.
 * @throws Error when there is no PostgreSQL and it cannot be installed.
 */
export async function startCluster({ durable, settings: more = {} }: ClusterOptions): Promise<Cluster> {
  const binDir = postgresBinaries();
  if (!binDir) throw new Error('No PostgreSQL programs: install postgresql, or set TEST_DATABASE_URL.');
  const user = unprivileged();
  const home = mkdtempSync(join(tmpdir(), 'libreta-pg-'));
  const dataDir = join(home, 'data');
  const log = join(home, 'log');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(home, 'password');
  const release = whenAbandoned('kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"; sleep 1; rm -rf "$1"', home);
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
    writeFileSync(passwordFile, password);
    if (user) for (const path of [home, passwordFile]) chownSync(path, user.uid, user.gid);
    chmodSync(passwordFile, 0o600);
    const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
    const initdb = ['-D', dataDir, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
    execFileSync(join(binDir, 'initdb'), [...initdb, `--locale=${locale}`, '--no-sync'], { ...asUser, stdio: 'pipe' });
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
      const deadline = Date.now() + START_LIMIT_MS;
      do {
        const output = openSync(log, 'a');
        server = spawn(join(binDir, 'postgres'), ['-D', dataDir, ...flags], {
          ...asUser,
          stdio: ['ignore', output, output],
        });
        while (!ended() && Date.now() < deadline) {
          if (await answers(url)) return;
          await wait(50);
        }
        // After SIGKILL the last children of the former postmaster keep the new one out for a moment.
        await wait(200);
      } while (ended() && Date.now() < deadline);
      throw new Error(`PostgreSQL does not start.\n${readFileSync(log, 'utf8')}`);
    };
    await start();
    return {
      url,
      binDir,
      get pid() {
        return server.pid as number;
      },
      kill: () => end('SIGKILL'),
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
