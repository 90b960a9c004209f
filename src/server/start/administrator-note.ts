import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { StartupError } from '#server/base/startup-error.ts';
import { ADMINISTRATOR_NOTE, prepareDataDir } from '#server/db/data-dir.ts';

export const notePath = (dataDir: string) => resolve(dataDir, ADMINISTRATOR_NOTE);
export const hasNote = (dataDir: string) => existsSync(notePath(dataDir));
export const removeNote = (dataDir: string) => rmSync(notePath(dataDir), { force: true });

const textOf = (cedula: string, password: string) =>
  `Primer administrador de la Libreta Integral de Salud\nCédula: ${cedula}\nContraseña: ${password}\n\n` +
  'Entra, cambia la contraseña en tu perfil y borra este archivo.\n';

/** The password of a note whose start ended before it created the account. */
function earlierPassword(path: string, cedula: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    if (process.getuid && fstatSync(file).uid !== process.getuid()) return undefined;
    const text = readFileSync(file, 'utf8');
    const password = /^Contraseña: (\S+)$/m.exec(text)?.[1];
    return password && text === textOf(cedula, password) ? password : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Written before the account exists, so that no crash locks it out. @returns this or an earlier password @throws StartupError for a foreign file */
export function writeNote(dataDir: string, cedula: string, password: string): string {
  prepareDataDir(dataDir);
  const path = notePath(dataDir);
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, textOf(cedula, password));
    fsyncSync(file);
    // Complete before it gets its name, and never in the place of another file or through a link.
    linkSync(draft, path);
    syncFolder(dataDir);
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const earlier = earlierPassword(path, cedula);
    if (earlier) return earlier;
    throw new StartupError(`Ya existe ${path}, donde iría la contraseña del primer administrador. Muévelo o bórralo.`);
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
