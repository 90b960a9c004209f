import { execFileSync, spawn, spawnSync } from 'node:child_process';
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

interface Mounted {
  /** Where the file system is reached. */
  readonly path: string;
  unmount(): void;
}

const optionsFor = (megabytes: number) => `size=${megabytes}m,mode=0700`;

function mountAsRoot(folder: string, megabytes: number): Mounted {
  execFileSync('mount', ['-t', 'tmpfs', '-o', optionsFor(megabytes), 'tmpfs', folder], { stdio: 'ignore' });
  const release = whenAbandoned('umount -l "$1" && rmdir "$1"', folder);
  return {
    path: folder,
    unmount: () => {
      release();
      execFileSync('umount', ['-l', folder]);
    },
  };
}

/** Mounts in a namespace of its own, says so, and holds it until its input closes, as it does when this process is gone. */
const HOLD = 'mount -t tmpfs -o "$1" tmpfs "$2" && echo mounted && read -r end';

/** An account without rights may mount in a namespace of its own; others of the same account reach that by way of the process that holds it. */
async function mountInNamespace(folder: string, megabytes: number): Promise<Mounted> {
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', HOLD, 'sh', optionsFor(megabytes), folder];
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const isMounted = await new Promise<boolean>((resolve) => {
    holder.once('error', () => resolve(false));
    holder.once('exit', () => resolve(false));
    holder.stdout.once('data', () => resolve(true));
  });
  if (!isMounted) throw new Error('unshare or mount is refused');
  const release = whenAbandoned('rmdir "$1"', folder);
  return {
    path: `/proc/${holder.pid}/root${folder}`,
    unmount: () => {
      release();
      holder.stdin.end();
    },
  };
}

/**
 * A file system of so many megabytes.
 * @throws Error with one sentence where this account may make none
 */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-disk-'));
  const isRoot = process.getuid?.() === 0;
  const { path, unmount } = await (async () => {
    try {
      return isRoot ? mountAsRoot(folder, megabytes) : await mountInNamespace(folder, megabytes);
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw new Error(
        'A full disk cannot be provoked here, for this account may mount no small file system: run the test as root, or where `unshare --user --mount` is allowed (README, "Run it").',
        { cause: error },
      );
    }
  })();
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
      unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
