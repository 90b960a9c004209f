import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '../config.ts';

interface Owner {
  pid: number;
  host: string;
  /** When the kernel started that process, so that a pid used again is not taken for the owner. */
  started: string | null;
}

function processStart(pid: number): string | null {
  try {
    // The 22nd field of /proc/pid/stat; the command before it may hold spaces, so count from its closing bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** How often the owner says that it lives, and how long its word holds for those who cannot see its process. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT_HOLDS_MS = 60_000;

function isAlive(owner: Owner, path: string): boolean {
  // Another machine, or another container on the same volume: only the file itself can tell.
  if (owner.host !== hostname()) return Date.now() - statSync(path).mtimeMs < HEARTBEAT_HOLDS_MS;
  if (owner.pid === process.pid) return owner.started === processStart(process.pid);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return owner.started === null || owner.started === processStart(owner.pid);
}

function readOwner(path: string): Owner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** Level by level: Node's recursive mkdir never returns where the parent takes no folders at all (/proc). */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Creates the data directory; a directory that cannot be written stops the start. */
export function prepareDataDir(dataDir: string): void {
  try {
    createFolder(resolve(dataDir));
    const probe = join(dataDir, `.escritura-${process.pid}`);
    closeSync(openSync(probe, 'w', 0o600));
    unlinkSync(probe);
  } catch (error) {
    throw new StartupError(
      `No se puede escribir en DATA_DIR (${dataDir}): ${(error as NodeJS.ErrnoException).code ?? 'error'}.`,
    );
  }
}

/**
 * Takes the data directory for this process alone; a lock that a crashed process left is taken over.
 * @returns a function that gives it back.
 * @throws StartupError when another living process has it.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'libreta.lock');
  const mine: Owner = { pid: process.pid, host: hostname(), started: processStart(process.pid) };
  const draft = `${path}.${process.pid}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      // Written whole before it bears the name: nobody ever reads half a lock.
      writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
      linkSync(draft, path);
      unlinkSync(draft);
      const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS).unref();
      return () => {
        clearInterval(heartbeat);
        if (readOwner(path)?.pid === process.pid) unlinkSync(path);
      };
    } catch (error) {
      unlinkSync(draft);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = readOwner(path);
      if (owner && isAlive(owner, path)) {
        throw new StartupError(
          `Otro proceso (pid ${owner.pid}) ya usa la base de datos de ${dataDir}. Deténlo o elige otro DATA_DIR.`,
        );
      }
      unlinkSync(path);
    }
  }
  throw new StartupError(`No se puede tomar la base de datos de ${dataDir}: otro proceso se está iniciando.`);
}
