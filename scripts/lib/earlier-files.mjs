import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Beside the files: when a build last made each of them, for those that none makes any more (ms since 1970). */
const LIST = 'earlier.json';
/** A page that was open so long ago has been loaded anew since. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

const listOf = (web) =>
  readFile(join(web, LIST), 'utf8').then(JSON.parse, (error) => {
    if (error.code === 'ENOENT') return {};
    throw error;
  });

/**
 * Takes over from the build before what this one has no more: a page that is open asks for its own parts, an hour or a week later.
 * @param now ms since 1970
 */
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
