import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tests/support/free-port.ts';

const START_LIMIT_MS = 90_000;
const running = new Set<ChildProcess>();
/** Data folders of servers; they are removed however the bench ends. */
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-bench-'));
  folders.add(folder);
  return folder;
}

function tracked<C extends ChildProcess>(child: C): C {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Starts a TypeScript program of the bench in a separate process. */
export const forkProgram = (path: string, env: NodeJS.ProcessEnv = {}) =>
  tracked(fork(path, { execArgv: ['--import', 'tsx'], env: { ...process.env, ...env } }));

/** Runs a built program to its end, with its output on the output of this process. */
export async function runBuilt(args: readonly string[]): Promise<void> {
  const child = tracked(spawn(process.execPath, args, { stdio: 'inherit' }));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
}

export interface ServedProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function whenAnswering(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${url} does not answer`);
    await wait(50);
  }
}

/** The flag that `npm start` uses. */
const NODE_FLAG = '--max-semi-space-size=32';

/** Starts the built server in production mode; its log is discarded. */
export async function startServer(main: string, env: NodeJS.ProcessEnv): Promise<ServedProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = env.DATA_DIR ? '' : createDataFolder();
  const { DATABASE_URL: _url, DATABASE_REPLICA_URL: _replica, ...inherited } = process.env;
  const child = tracked(
    spawn(process.execPath, [NODE_FLAG, main], {
      env: { ...inherited, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: own, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  await whenAnswering(child, `${url}/api/health`);
  return {
    url,
    pid: child.pid as number,
    stop: async () => {
      await end(child);
      if (own) rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Starts a server of the bench, which sends its port in a message. */
export async function startLimit(path: string, env: NodeJS.ProcessEnv): Promise<ServedProcess> {
  const child = forkProgram(path, { NODE_ENV: 'production', ...env });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => end(child) };
}
