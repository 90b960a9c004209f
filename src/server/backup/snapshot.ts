import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { StartupError } from '#server/base/startup-error.ts';
import { folderSize } from '#server/db/folder-size.ts';

const MB = 1024 * 1024;
/** The clock of a file system ticks slowly: what was written so shortly before it was looked at may change unseen. */
const TICK_MS = 1_000;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name);

/** Copies of a folder, each time what is new or changed since. */
function follow(from: string, to: string) {
  const known = new Map<string, string>();
  return async () => {
    const now = new Set<string>();
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const path = relative(from, pathOf(entry));
      if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
      if (!entry.isFile()) continue;
      try {
        const { size, mtimeMs } = await stat(pathOf(entry));
        now.add(path);
        const stamp = Date.now() - mtimeMs > TICK_MS ? `${size} ${mtimeMs}` : '';
        if (stamp !== '' && known.get(path) === stamp) continue;
        await copyFile(pathOf(entry), join(to, path), constants.COPYFILE_FICLONE);
        known.set(path, stamp);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    for (const path of known.keys()) if (!now.has(path)) await rm(join(to, path), { force: true });
  };
}

/**
 * Copies the files of an embedded database as they are at one instant, which opens as after a power cut: with all that was acknowledged.
 * Everything is copied once beside those who work; only for what they changed meanwhile does the database answer nobody.
 * @param reserve bytes that must stay free
 * @returns how long it answered nobody, in milliseconds
 * @throws StartupError when there is no room for it
 */
export async function takeSnapshot(client: PGlite, from: string, to: string, reserve: number): Promise<number> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true, mode: 0o700 });
  const [needed, { bavail, bsize }] = [await folderSize(from), await statfs(to)];
  const missing = needed + reserve - bavail * bsize;
  if (missing > 0)
    throw new StartupError(
      `No queda espacio en el disco de DATA_DIR para copiar: libera al menos ${Math.ceil(missing / MB)} MB.`,
    );
  const copy = follow(from, to);
  await copy();
  return client.runExclusive(async () => {
    const begun = performance.now();
    await copy();
    return performance.now() - begun;
  });
}
