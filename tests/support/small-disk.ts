import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenAbandoned } from './guardian.ts';

const MB = 1024 * 1024;

export interface SmallDisk {
  readonly path: string;
  /** Takes of what is free all but so much. */
  fill(leftMb: number): void;
  /** Gives it back. */
  empty(): void;
  remove(): void;
}

/** Without writing it, where that can be had: whoever measures meanwhile is not kept. */
function takeAtOnce(path: string, bytes: number): void {
  const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const length = Math.floor(bytes / MB) * MB;
  if (length > 0) spawnSync('fallocate', ['-l', String(before + length), path], { stdio: 'ignore' });
}

/** A file system of so many megabytes; undefined where this account may make none. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'libreta-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const release = whenAbandoned('umount -l "$1" && rmdir "$1"', path);
  const filler = join(path, 'relleno');
  return {
    path,
    fill: (leftMb) => {
      // Piece by piece: others write there too.
      const left = () => {
        const { bavail, bsize } = statfsSync(path);
        return bavail * bsize - leftMb * MB;
      };
      try {
        takeAtOnce(filler, left());
        for (let more = left(); more > 0; more = left()) appendFileSync(filler, Buffer.alloc(Math.min(more, MB)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => {
      release();
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
