import { linkSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '#server/base/startup-error.ts';

interface Owner {
  pid: number;
  host: string;
  /** When the kernel started the process, so that a reused pid is not taken for the owner. */
  started: string | null;
}

function processFacts(pid: number): { state: string; started: string } | null {
  try {
    // Fields 3 and 22 of /proc/pid/stat; the command before them may hold spaces, so count from its closing bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

const startOf = (pid: number) => processFacts(pid)?.started ?? null;

/** A zombie or a dead process holds nothing. */
const ENDED = /^[ZX]$/;

/** How often the owner touches its lock, and how long that proves its life where its process is not visible. */
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_HOLDS_MS = 60_000;
/** How long a lock with an old time is watched, since clocks of two machines may differ by days. */
const WATCHED_MS = 3 * HEARTBEAT_MS;
const POLL_MS = 100;

/** Blocks the thread; a start has nothing else to do. */
function isTouched(path: string, before: number): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < WATCHED_MS; waited += POLL_MS) {
    Atomics.wait(pause, 0, 0, POLL_MS);
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs !== undefined && mtimeMs !== before) return true;
  }
  return false;
}

function isAlive(owner: Owner, path: string): boolean {
  // Another machine, or another container on the same volume: only the file can tell.
  if (owner.host !== hostname()) {
    const { mtimeMs } = statSync(path);
    return Math.abs(Date.now() - mtimeMs) < HEARTBEAT_HOLDS_MS || isTouched(path, mtimeMs);
  }
  const facts = processFacts(owner.pid);
  if (owner.pid === process.pid) return owner.started === (facts?.started ?? null);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (facts && ENDED.test(facts.state)) return false;
  return owner.started === null || owner.started === (facts?.started ?? null);
}

function readOwner(path: string): Owner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const inUse = (dataDir: string, { pid }: Owner) =>
  new StartupError(`Otro proceso (pid ${pid}) ya usa la base de datos de ${dataDir}. Deténlo o elige otro DATA_DIR.`);

/** @param onTaken called if another process took the directory meanwhile @returns a release @throws StartupError if it is in use */
export function lockDataDir(dataDir: string, onTaken: () => void): () => void {
  const path = join(dataDir, 'libreta.lock');
  const mine: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  const draft = `${path}.${process.pid}`;
  const isMine = (owner: Owner | null) => owner?.pid === mine.pid && owner.host === mine.host;

  const take = (): boolean => {
    try {
      // Written completely before it gets its name, so that half a lock is never read.
      writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
      linkSync(draft, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    } finally {
      remove(draft);
    }
  };

  const renew = () => {
    try {
      const owner = readOwner(path);
      if (isMine(owner)) utimesSync(path, new Date(), new Date());
      else if (owner) onTaken();
      else take();
    } catch {
      // A disk that is full or gone: the next heartbeat may succeed.
    }
  };

  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (take()) {
      const heartbeat = setInterval(renew, HEARTBEAT_MS).unref();
      return () => {
        clearInterval(heartbeat);
        if (isMine(readOwner(path))) remove(path);
      };
    }
    const owner = readOwner(path);
    if (owner && isAlive(owner, path)) throw inUse(dataDir, owner);
    remove(path);
  }
  throw new StartupError(`No se puede tomar la base de datos de ${dataDir}: otro proceso se está iniciando.`);
}
