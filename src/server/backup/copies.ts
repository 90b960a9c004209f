import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^libreta-\d{4}-\d{2}-\d{2}T\d{6}Z\.age$/;
const PARTIAL = /^libreta-\d{4}-\d{2}-\d{2}T\d{6}Z\.age\.\d+\.parcial$/;
/** An older partial file is abandoned: one that is being written changes all the time. */
const ABANDONED_MS = 60 * 60_000;
const CLOCKS_DIFFER_MS = 5 * 60_000;

export const nameOfCopy = (now = new Date()) =>
  `libreta-${now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/:/g, '')}.age`;

const timeOf = (name: string) => Date.parse(name.slice(8, 26).replace(/T(..)(..)(..)Z/, 'T$1:$2:$3Z'));

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}

/** When the newest copy was begun, in ms since 1970, or null. A future time, from a clock that ran ahead, is ignored. */
export async function newestIn(folder: string, now = Date.now()): Promise<number | null> {
  const times = (await namesIn(folder)).map(timeOf);
  return times.findLast((time) => time <= now + CLOCKS_DIFFER_MS) ?? null;
}

export async function keepNewest(folder: string, count: number): Promise<void> {
  for (const name of (await namesIn(folder)).slice(0, -count)) await rm(join(folder, name), { force: true });
  for (const name of (await readdir(folder)).filter((one) => PARTIAL.test(one))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true });
  }
}
