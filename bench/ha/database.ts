import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../tests/support/free-port.ts';
import { runWhenAbandoned } from '../../tests/support/run-when-abandoned.ts';
import { pathOfTool } from '../../tests/support/tools.ts';
import { DEPLOYED, type Process, startProgram, type Workspace, waitUntil } from './processes.ts';

export interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  /** The role that Patroni reports; undefined while the member does not run. */
  role(): Promise<string | undefined>;
  /** Simulates a power cut: Patroni and every process of PostgreSQL end at once. */
  kill(): Promise<void>;
  /** Changes settings of the whole cluster, as `patronictl edit-config` does. */
  configure(settings: object): Promise<void>;
  /** Restarts PostgreSQL as soon as Patroni has settings that need it. */
  restart(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Starts etcd, which stores which member is primary. One is enough on one machine; production needs three on three machines. */
export async function startEtcd(place: Workspace): Promise<{ process: Process; address: string }> {
  const [clients, peers] = [await freePort(), await freePort()];
  const address = `127.0.0.1:${clients}`;
  const args = [
    ...['--name', 'etcd1', '--data-dir', join(place.home, 'etcd'), '--log-level', 'warn'],
    ...['--listen-client-urls', `http://${address}`, '--advertise-client-urls', `http://${address}`],
    ...[
      '--listen-peer-urls',
      `http://127.0.0.1:${peers}`,
      '--initial-advertise-peer-urls',
      `http://127.0.0.1:${peers}`,
    ],
    ...['--initial-cluster', `etcd1=http://127.0.0.1:${peers}`],
  ];
  const process = startProgram(place, 'etcd', 'etcd', args, { ETCD_UNSUPPORTED_ARCH: 'arm64' });
  await waitUntil('etcd answers', async () => (await fetch(`http://${address}/health`)).ok);
  return { process, address };
}

/** Prepares a member of the cluster with deploy/ha/patroni.yml. */
export async function createMember(
  place: Workspace,
  name: string,
  etcd: string,
  passwords: Passwords,
): Promise<Member> {
  const binDir = pathOfTool('postgres');
  const [port, restPort] = [await freePort(), await freePort()];
  const folder = join(place.home, name);
  mkdirSync(folder, { mode: 0o700 });
  const config = join(folder, 'patroni.yml');
  copyFileSync(join(DEPLOYED, 'patroni.yml'), config);
  if (place.user) for (const path of [folder, config]) chownSync(path, place.user.uid, place.user.gid);
  const dataDir = join(folder, 'data');
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `'${etcd}'`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: binDir,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
    HOME: folder,
  };
  let patroni: Process | undefined;
  const status = async () => {
    const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) });
    return (await answer.json()) as { role: string; state: string; pending_restart?: boolean };
  };
  const request = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${restPort}${path}`, { method, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`Patroni, ${path}: ${answer.status} ${await answer.text()}`);
  };
  const postmaster = () => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  runWhenAbandoned('kill -QUIT "$(head -n 1 "$1/postmaster.pid")"', dataDir);
  return {
    name,
    port,
    restPort,
    async role() {
      const { role, state } = await status();
      return state === 'running' || state === 'streaming' ? role : undefined;
    },
    configure: (settings) => request('PATCH', '/config', settings),
    async restart() {
      await waitUntil('settings that need a restart', async () => (await status()).pending_restart === true);
      await request('POST', '/restart', {});
    },
    start() {
      patroni = startProgram(place, name, 'patroni', [config], env);
    },
    async kill() {
      const pid = postmaster();
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
      const all = [pid, ...children.trim().split(/\s+/).map(Number)];
      const patroniEnds = patroni?.end('SIGKILL');
      for (const one of all) {
        try {
          process.kill(one, 'SIGKILL');
        } catch {
          // The process has already ended.
        }
      }
      await patroniEnds;
    },
    stop: async () => patroni?.end(),
  };
}

export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
}

/** Runs a statement on a new connection. */
export async function queryOnce<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
