import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder, read one by one to spare the disk; a file that disappears meanwhile counts as 0. */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const stats = await lstat(join(entry.parentPath, entry.name)).catch(() => null);
    bytes += stats?.size ?? 0;
  }
  return bytes;
}
