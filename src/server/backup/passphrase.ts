import { readFileSync } from 'node:fs';
import { type Config, SHORTEST_PASSPHRASE } from '#server/base/config.ts';
import { StartupError } from '#server/base/startup-error.ts';

export function passphraseOf({ BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: path }: Config): string {
  if (given) return given;
  if (!path)
    throw new StartupError(
      'Falta la contraseña de las copias: ponla en BACKUP_PASSPHRASE o en BACKUP_PASSPHRASE_FILE.',
    );
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`No se puede leer BACKUP_PASSPHRASE_FILE (${path}): ${code ?? 'error'}.`);
  }
  if (text.length < SHORTEST_PASSPHRASE)
    throw new StartupError(`BACKUP_PASSPHRASE_FILE (${path}) debe tener al menos ${SHORTEST_PASSPHRASE} caracteres.`);
  return text;
}
