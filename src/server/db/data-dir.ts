import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '#server/base/startup-error.ts';

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
const NOT_THE_OWNER = 0o077;

export const ADMINISTRATOR_NOTE = 'administrador-inicial.txt';

/** What the application makes in the data directory; anything else there is left alone. */
const OWN_FILES = ['pg', 'reserva', 'jwt-secret', 'libreta.lock', ADMINISTRATOR_NOTE];

/** Level by level: Node's recursive mkdir never returns in /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) createFolder(dirname(path));
  mkdirSync(path, { mode: OWNER_FOLDER });
}

function closeToOthers(path: string, { uid, mode }: Stats, wanted: number): void {
  // Systems whose accounts have no numbers have no such permissions either.
  const me = process.getuid?.();
  if (me !== undefined && uid !== me)
    throw new StartupError(`${path} pertenece a otra cuenta del sistema: usa otro DATA_DIR o cámbialo de dueño.`);
  if ((mode & NOT_THE_OWNER) !== 0) chmodSync(path, wanted);
}

function secure(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return;
  closeToOthers(path, stats, stats.isDirectory() ? OWNER_FOLDER : OWNER_FILE);
  if (stats.isDirectory()) for (const name of readdirSync(path)) secure(join(path, name));
}

/** Leaves the data directory, and our files in it, to their owner alone. @throws StartupError if another account owns one of them */
export function secureDataDir(dataDir: string): void {
  closeToOthers(dataDir, statSync(dataDir), OWNER_FOLDER);
  for (const name of OWN_FILES) secure(join(dataDir, name));
}

/** Creates the data directory for its owner alone. @throws StartupError if it is not writable */
export function prepareDataDir(dataDir: string): void {
  process.umask(NOT_THE_OWNER);
  try {
    createFolder(resolve(dataDir));
    secureDataDir(dataDir);
    const probe = join(dataDir, `.escritura-${process.pid}`);
    rmSync(probe, { force: true });
    closeSync(openSync(probe, 'wx', OWNER_FILE));
    rmSync(probe);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `No se puede escribir en DATA_DIR (${dataDir}): ${(error as NodeJS.ErrnoException).code ?? 'error'}.`,
    );
  }
}
