import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWhenAbandoned } from './run-when-abandoned.ts';

const MB = 1024 * 1024;

export interface SmallDisk {
  readonly path: string;
  /** Fills the disk except for this much. */
  fill(leftMb: number): void;
  /** Removes the filling. */
  empty(): void;
  remove(): void;
}

/** Allocates without writing if possible, so that measurements are not disturbed. */
function allocate(path: string, bytes: number): void {
  const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const length = Math.floor(bytes / MB) * MB;
  if (length > 0) spawnSync('fallocate', ['-l', String(before + length), path], { stdio: 'ignore' });
}

interface Mounted {
  readonly path: string;
  unmount(): void;
}

const optionsFor = (megabytes: number) => `size=${megabytes}m,mode=0700`;

function mountAsRoot(folder: string, megabytes: number): Mounted {
  execFileSync('mount', ['-t', 'tmpfs', '-o', optionsFor(megabytes), 'tmpfs', folder], { stdio: 'ignore' });
  const release = runWhenAbandoned('umount -l "$1" && rmdir "$1"', folder);
  return {
    path: folder,
    unmount: () => {
      release();
      execFileSync('umount', ['-l', folder]);
    },
  };
}

/** Mounts in its own namespace, reports it, and holds it until its input closes. */
const HOLD = 'mount -t tmpfs -o "$1" tmpfs "$2" && echo mounted && read -r end';

/** An unprivileged account may mount in its own namespace, which other processes reach through the process that holds it. */
async function mountInNamespace(folder: string, megabytes: number): Promise<Mounted> {
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', HOLD, 'sh', optionsFor(megabytes), folder];
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const isMounted = await new Promise<boolean>((resolve) => {
    holder.once('error', () => resolve(false));
    holder.once('exit', () => resolve(false));
    holder.stdout.once('data', () => resolve(true));
  });
  if (!isMounted) throw new Error('unshare or mount is refused');
  const release = runWhenAbandoned('rmdir "$1"', folder);
  return {
    path: `/proc/${holder.pid}/root${folder}`,
    unmount: () => {
      release();
      holder.stdin.end();
    },
  };
}

/** A file system of this size. @throws Error with one sentence if this account may not create one */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-disk-'));
  const isRoot = process.getuid?.() === 0;
  const { path, unmount } = await (async () => {
    try {
      return isRoot ? mountAsRoot(folder, megabytes) : await mountInNamespace(folder, megabytes);
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw new Error(
        'A full disk cannot be provoked here, because this account may not mount a small file system: run the test as root, or where `unshare --user --mount` is allowed (docs/commands.md, "Test").',
        { cause: error },
      );
    }
  })();
  const filler = join(path, 'relleno');
  return {
    path,
    fill: (leftMb) => {
      // In pieces, because other processes write there too.
      const left = () => {
        const { bavail, bsize } = statfsSync(path);
        return bavail * bsize - leftMb * MB;
      };
      try {
        allocate(filler, left());
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
