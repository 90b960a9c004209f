import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder, asked one after the other so that nobody else waits for the disk; what goes meanwhile counts as nothing. */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const stats = await lstat(join(entry.parentPath, entry.name)).catch(() => null);
    bytes += stats?.size ?? 0;
  }
  return bytes;
}
