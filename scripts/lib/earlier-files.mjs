import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Time of the last build that made each earlier file (ms since 1970), stored next to the files. */
const LIST = 'earlier.json';
/** A page that has been open for longer has reloaded since. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

const listOf = (web) =>
  readFile(join(web, LIST), 'utf8').then(JSON.parse, (error) => {
    if (error.code === 'ENOENT') return {};
    throw error;
  });

/** Keeps files of the previous build that this one no longer has: an open page still requests its own parts later. @param now ms since 1970 */
export async function keepEarlier(before, web, now = Date.now()) {
  const names = await readdir(join(before, 'assets')).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const since = await listOf(before);
  const own = new Set(await readdir(join(web, 'assets')));
  const kept = {};
  for (const name of names) {
    if (/\.(br|gz)$/.test(name) || own.has(name)) continue;
    const gone = since[name] ?? now;
    if (now - gone > KEPT_MS) continue;
    await copyFile(join(before, 'assets', name), join(web, 'assets', name));
    kept[name] = gone;
  }
  if (Object.keys(kept).length > 0) await writeFile(join(web, LIST), JSON.stringify(kept));
}
