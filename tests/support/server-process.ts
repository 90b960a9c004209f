import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { whenAbandoned } from './guardian.ts';
import { givesUpAfter, until } from './passing-time.ts';
import { NODE_OPTIONS, watch } from './process-warnings.ts';

/** The built server. */
export const SERVER_MAIN = resolve(import.meta.dirname, '../../dist/server/main.js');
const STOP_LIMIT_MS = 40_000;

export interface ServerOptions {
  /** PostgreSQL; without it the embedded database under `dataDir`. */
  databaseUrl?: string;
  /** Kept after the end; without it a temporary one, removed by `stop`. */
  dataDir?: string;
  /** The start itself is what is tried: an embedded database is made and migrated by the server, whatever tests begin with. */
  fromNothing?: boolean;
  env?: Record<string, string>;
  /** What starts it; the built server unless told. */
  program?: string;
  /** A file that takes what it prints, instead of `output`. */
  log?: string;
}

export interface ServerProcess {
  readonly url: string;
  readonly admin: { cedula: string; password: string };
  readonly pid: number;
  /** Everything printed so far, over all restarts. */
  output(): string;
  /** Ends it in order (SIGTERM) and for good. @returns its exit code. */
  stop(): Promise<number>;
  /** Ends it in order; `restart` may follow. @returns its exit code. */
  terminate(): Promise<number>;
  /** Ends it as a power cut would (SIGKILL); `restart` may follow. */
  kill(): Promise<void>;
  /** Stops it in order if it still runs, and starts it again on the same port and data. */
  restart(): Promise<void>;
}

/** Where tests may find a data directory with a database that is made and migrated: a start from it is three times as fast. */
const PREPARED = 'LIBRETA_PREPARED_DATA';

/** Lets every server that is started from now on, here and in what inherits the environment, begin with this data. */
export function beginWith(dataDir: string): void {
  process.env[PREPARED] = dataDir;
}

/** As `beginWith`, as one that has started once. @returns ends it */
export async function beginFromStarted(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'libreta-started-'));
  const server = await startServer({ dataDir });
  await server.stop();
  beginWith(dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/** What tests begin with, put beside what stands in a data directory that has no database. */
export function prepareData(dataDir: string): void {
  const prepared = process.env[PREPARED];
  if (prepared && !existsSync(join(dataDir, 'pg'))) cpSync(prepared, dataDir, { recursive: true, force: false });
}

/** Runs the built server on a free port of the loopback address and waits until it answers. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const { program = SERVER_MAIN } = options;
  if (!existsSync(program)) throw new Error('There is no built server: run `npm run build` first.');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const admin = { cedula: '1710034065', password: 'Administra2026' };
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'libreta-server-'));
  if (!options.databaseUrl && !options.fromNothing) prepareData(dataDir);
  const { DATABASE_URL: _url, DATABASE_REPLICA_URL: _replica, JWT_SECRET: _secret, ...inherited } = process.env;
  const env = {
    ...inherited,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    ADMIN_CEDULA: admin.cedula,
    ADMIN_PASSWORD: admin.password,
    ...options.env,
  };

  let output = '';
  let child: ChildProcess;
  let closed: Promise<number>;
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!ended()) child.kill(signal);
    const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    return closed.finally(() => clearTimeout(lastResort));
  };
  const start = async () => {
    const log = options.log === undefined ? 'pipe' : openSync(options.log, 'w');
    child = spawn(process.execPath, [...NODE_OPTIONS, program], {
      env,
      stdio: ['ignore', log, 'pipe'],
    });
    closed = watch(child, 'The server', (text) => (output += text)).ended;
    if (typeof log === 'number') closeSync(log);
    const temporary = options.dataDir === undefined ? dataDir : '';
    child.once('exit', whenAbandoned('kill -KILL "$1"; [ -z "$2" ] || rm -rf "$2"', String(child.pid), temporary));
    try {
      await until(async () => ended() || (await answers(url)), 'the server answers');
    } catch (error) {
      await end('SIGKILL');
      throw new Error(`The server does not answer.\n${output}`, { cause: error });
    }
    if (ended()) throw new Error(`The server ended with code ${child.exitCode ?? child.signalCode}.\n${output}`);
  };
  const terminate = () => end('SIGTERM');
  const cleanUp = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };

  try {
    await start();
  } catch (error) {
    cleanUp();
    throw error;
  }
  return {
    url,
    admin,
    get pid() {
      return child.pid as number;
    },
    output: () => output,
    terminate,
    stop: async () => {
      const code = await terminate();
      cleanUp();
      return code;
    },
    kill: async () => {
      await end('SIGKILL');
    },
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`, { signal: givesUpAfter(2_000, 'a server that does not answer') })).ok;
  } catch {
    return false;
  }
}
