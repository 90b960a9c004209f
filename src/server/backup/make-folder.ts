import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes a folder, its owner's alone, and those that it lies in. Node's own way tries for ever where nothing can be made (`/proc`).
 * @throws NodeJS.ErrnoException
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path || (await isFolder(parent))) throw error;
    await makeFolder(parent);
    await mkdir(path, { mode: 0o700 });
  }
}
