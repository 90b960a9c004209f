import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Of one letter: `Z` has ended, and only its parent has not heard of it. */
  readonly state: string;
}

/** As a line of `/proc/*\/stat`: the number, the name in brackets, the state, the parent. */
const STAT = /^(\d+) \(.*\) (\S) (\d+) /s;

function read(pid: string): Process[] {
  try {
    const [, own, state = '', parent] = STAT.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return [{ pid: Number(own), parent: Number(parent), state }];
  } catch {
    // It has ended meanwhile.
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

/** @returns the numbers of the processes that this one has started and that run */
export const childrenOf = (pid: number): number[] =>
  processes()
    .filter(({ parent, state }) => parent === pid && !state.startsWith('Z'))
    .map((child) => child.pid);

/** Ends these as a power cut does. @returns whether they are all gone */
export function endedAll(pids: readonly number[]): boolean {
  const left = processes().filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'));
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  return left.length === 0;
}
