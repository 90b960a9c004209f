import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runWhenAbandoned } from '../../tests/support/run-when-abandoned.ts';

/** The folder for all files, and the account that runs the programs; PostgreSQL refuses to run as root. */
export interface Workspace {
  readonly home: string;
  readonly user: { uid: number; gid: number } | undefined;
}

export interface Process {
  readonly pid: number;
  log(): string;
  ended(): boolean;
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** The files that a ministry deploys, used unchanged. */
export const DEPLOYED = resolve(import.meta.dirname, '../../deploy/ha');
const STOP_LIMIT_MS = 60_000;

export function unprivileged(): Workspace['user'] {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts a program with its output in a file; it ends on request or when this process ends. */
export function startProgram(
  place: Workspace,
  name: string,
  program: string,
  args: string[],
  env: Record<string, string>,
): Process {
  const file = join(place.home, `${name}.log`);
  const output = openSync(file, 'a');
  const child: ChildProcess = spawn(program, args, {
    cwd: place.home,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TZ: 'UTC', ...env },
    stdio: ['ignore', output, output],
    ...place.user,
  });
  if (!child.pid) throw new Error(`${program} does not start: is it installed?`);
  child.once('exit', runWhenAbandoned('kill -TERM "$1"; sleep 15; kill -KILL "$1"', String(child.pid)));
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    log: () => readFileSync(file, 'utf8'),
    ended,
    async end(signal = 'SIGTERM') {
      if (ended()) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await exit;
      clearTimeout(limit);
    },
  };
}

/** Waits until a condition holds. @throws Error that names the condition, after `withinMs` */
export async function waitUntil(what: string, holds: () => Promise<boolean>, withinMs = 120_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`In vain: ${what}.`);
    await wait(200);
  }
}

export const answersOk = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await answer.arrayBuffer();
  return answer.ok;
};
