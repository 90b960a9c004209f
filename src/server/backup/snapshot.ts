import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { StartupError } from '#server/base/startup-error.ts';
import { folderSize } from '#server/db/folder-size.ts';

const MB = 1024 * 1024;
/** File-system clocks are coarse: a file that changed this recently may change again with the same time. */
const TICK_MS = 1_000;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name);

function createIncrementalCopy(from: string, to: string) {
  const copiedStamps = new Map<string, string>();
  return async () => {
    const present = new Set<string>();
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const path = relative(from, pathOf(entry));
      if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
      if (!entry.isFile()) continue;
      try {
        const { size, mtimeMs } = await stat(pathOf(entry));
        present.add(path);
        const stamp = Date.now() - mtimeMs > TICK_MS ? `${size} ${mtimeMs}` : '';
        if (stamp !== '' && copiedStamps.get(path) === stamp) continue;
        await copyFile(pathOf(entry), join(to, path), constants.COPYFILE_FICLONE);
        copiedStamps.set(path, stamp);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    for (const path of copiedStamps.keys()) if (!present.has(path)) await rm(join(to, path), { force: true });
  };
}

/** Copies all, then the changes while the database is blocked. @returns ms that it was blocked @throws StartupError if there is no room */
export async function takeSnapshot(client: PGlite, from: string, to: string, reserve: number): Promise<number> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true, mode: 0o700 });
  const [needed, { bavail, bsize }] = [await folderSize(from), await statfs(to)];
  const missing = needed + reserve - bavail * bsize;
  if (missing > 0)
    throw new StartupError(
      `No queda espacio en el disco de DATA_DIR para copiar: libera al menos ${Math.ceil(missing / MB)} MB.`,
    );
  const copy = createIncrementalCopy(from, to);
  await copy();
  return client.runExclusive(async () => {
    const begun = performance.now();
    await copy();
    return performance.now() - begun;
  });
}
