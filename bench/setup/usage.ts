import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in ticks. */
const TICKS_PER_SECOND = 100;
const KB = 1024;

interface Stat {
  readonly parent: number;
  /** Processor time of the process and of its ended children. */
  readonly seconds: number;
}

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold blanks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

/** Seconds of processor time that a process has used; NaN without `/proc`. */
export const cpuSeconds = (pid: number): number => statOf(pid)?.seconds ?? Number.NaN;

/** Seconds of processor time of a process and its children, such as PostgreSQL and its backends; NaN if it runs on another machine. */
export function cpuSecondsWithChildren(pid: number | undefined): number {
  const own = pid === undefined ? undefined : statOf(pid);
  if (!own) return Number.NaN;
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    return stat && stat.parent === pid ? [stat.seconds] : [];
  });
  return children.reduce((sum, seconds) => sum + seconds, own.seconds);
}

/** Megabytes of memory that a process holds. */
export function memoryMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / KB;
  } catch {
    return Number.NaN;
  }
}
