import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { whenAbandoned } from './guardian.ts';

export interface Told {
  readonly code: number;
  readonly lines: string[];
}

/** Runs a built command of an operator. @returns the process, and what it said once it has ended */
export const runCommand = (name: string, args: string[], env: Record<string, string>) =>
  runProgram(resolve(import.meta.dirname, `../../dist/server/${name}.js`), args, env);

/** Runs a program of an operator's, on this Node. */
export function runProgram(path: string, args: string[], env: Record<string, string>) {
  const { DATABASE_URL: _url, DATABASE_MIGRATION_URL: _owner, ...inherited } = process.env;
  // PGlite's program starts in 40 % less time when the compiler does not optimize it.
  const child = spawn(process.execPath, ['--liftoff-only', path, ...args], { env: { ...inherited, ...env } });
  child.once('exit', whenAbandoned('kill -KILL "$1"', String(child.pid)));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(
    ([code, signal]): Told => ({ code: code ?? (signal === 'SIGTERM' ? 143 : 137), lines: output.trim().split('\n') }),
  );
  return { child, ended };
}
