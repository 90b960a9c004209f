import { closeSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const HEARTBEAT_MS = 1_000;
const STALE_MS = 10_000;

/** Runs `work` in one process at a time. The holder touches the file regularly, so the lock of a dead process expires. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  while (!acquire(path)) await wait(200);
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

function acquire(path) {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > STALE_MS) rmSync(path, { force: true });
    return false;
  }
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // dist was deleted by hand; the work itself will fail
  }
}
