import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { NODE_OPTIONS, watch } from './process-warnings.ts';
import { runWhenAbandoned } from './run-when-abandoned.ts';

export interface CommandOutput {
  readonly code: number;
  readonly lines: string[];
}

/** Runs a built command for operators. @returns the process, and its output and code once it has ended; a Node warning rejects */
export const runCommand = (name: string, args: string[], env: Record<string, string>) =>
  runProgram(resolve(import.meta.dirname, `../../dist/server/${name}.js`), args, env);

export function runProgram(path: string, args: string[], env: Record<string, string>) {
  const { DATABASE_URL: _url, DATABASE_MIGRATION_URL: _owner, ...inherited } = process.env;
  const child = spawn(process.execPath, [...NODE_OPTIONS, path, ...args], { env: { ...inherited, ...env } });
  child.once('exit', runWhenAbandoned('kill -KILL "$1"', String(child.pid)));
  const watched = watch(child, [path, ...args].join(' '));
  const finish = async (): Promise<CommandOutput> => {
    const code = await watched.ended;
    return { code, lines: watched.output().trim().split('\n') };
  };
  return { child, ended: finish() };
}
