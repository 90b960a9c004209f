import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { givesUpAfter, until } from './passing-time.ts';
import { NODE_OPTIONS, watch } from './process-warnings.ts';
import { runWhenAbandoned } from './run-when-abandoned.ts';

export const SERVER_MAIN = resolve(import.meta.dirname, '../../dist/server/main.js');
const STOP_LIMIT_MS = 40_000;

export interface ServerOptions {
  /** PostgreSQL; by default the embedded database in `dataDir`. */
  databaseUrl?: string;
  /** Kept afterwards; by default a temporary folder that `stop` deletes. */
  dataDir?: string;
  /** Starts without prepared data, so that the server creates and migrates its database. */
  fromNothing?: boolean;
  env?: Record<string, string>;
  /** The program to run; by default the built server. */
  program?: string;
  /** A file that receives the output. */
  log?: string;
}

export interface ServerProcess {
  readonly url: string;
  readonly admin: { cedula: string; password: string };
  readonly pid: number;
  /** The output of all starts so far. */
  output(): string;
  /** Ends it with SIGTERM for good. @returns its exit code */
  stop(): Promise<number>;
  /** Ends it with SIGTERM; `restart` may follow. @returns its exit code */
  terminate(): Promise<number>;
  /** Ends it with SIGKILL; `restart` may follow. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, after an orderly stop if it runs. */
  restart(): Promise<void>;
}

/** Variable with a prepared data directory; starting from it is three times as fast. */
const PREPARED = 'LIBRETA_PREPARED_DATA';

/** Makes later servers of this process and its children start from this data. */
export function copyPreparedData(dataDir: string): void {
  process.env[PREPARED] = dataDir;
}

/** As `copyPreparedData`, with data of a server that was started once. @returns deletes the data */
export async function prepareStartedServer(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'libreta-started-'));
  const server = await startServer({ dataDir });
  await server.stop();
  copyPreparedData(dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/** Copies the prepared data into a data directory without a database. */
export function prepareData(dataDir: string): void {
  const prepared = process.env[PREPARED];
  if (prepared && !existsSync(join(dataDir, 'pg'))) cpSync(prepared, dataDir, { recursive: true, force: false });
}

/** Starts the built server on a free loopback port and waits until it answers. */
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
    child.once('exit', runWhenAbandoned('kill -KILL "$1"; [ -z "$2" ] || rm -rf "$2"', String(child.pid), temporary));
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
