import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** One letter; `Z` is a process that ended and was not reaped. */
  readonly state: string;
}

/** A line of `/proc/*\/stat`: number, name in brackets, state, parent. */
const STAT = /^(\d+) \(.*\) (\S) (\d+) /s;

function read(pid: string): Process[] {
  try {
    const [, own, state = '', parent] = STAT.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return [{ pid: Number(own), parent: Number(parent), state }];
  } catch {
    // The process ended in the meantime.
    return [];
  }
}

function processes(): Process[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(read);
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = ''] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), state };
    });
}

/** @returns the running child processes */
export const childrenOf = (pid: number): number[] =>
  processes()
    .filter(({ parent, state }) => parent === pid && !state.startsWith('Z'))
    .map((child) => child.pid);

/** Kills processes with SIGKILL. @returns whether all have ended */
export function killAll(pids: readonly number[]): boolean {
  const left = processes().filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'));
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended in the meantime.
    }
  }
  return left.length === 0;
}
