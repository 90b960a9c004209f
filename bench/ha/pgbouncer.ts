import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { query } from '../setup/database.ts';
import { type Process, startProgram, unprivileged, waitUntil } from './processes.ts';

/** Older versions lose statements that are prepared by name. */
const OLDEST: readonly [number, number] = [1, 21];
const DEPLOYED = resolve(import.meta.dirname, '../../deploy/pgbouncer.ini');

/** @returns the version of the installed PgBouncer @throws Error with one sentence if it is missing or too old */
export function versionOfPgBouncer(): string {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, version, major, minor] = /^PgBouncer ((\d+)\.(\d+)\S*)/.exec(stdout ?? '') ?? [];
  if (version === undefined) throw new Error('there is no pgbouncer: apt-get install pgbouncer');
  if (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1])
    throw new Error(`PgBouncer ${version} is too old, ${OLDEST.join('.')} is the first that keeps prepared statements`);
  return version;
}

export interface Pooler {
  readonly url: string;
  readonly process: Process;
  stop(): Promise<void>;
}

/** Starts PgBouncer with deploy/pgbouncer.ini in front of a database; only its addresses and how it signs in are replaced. */
export async function startPgBouncer(database: string): Promise<Pooler> {
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
