import { join } from 'node:path';
import { keepNewest, nameOfCopy, newestIn } from '#server/backup/copies.ts';
import { abortOnSignals, explainDatabaseErrors } from '#server/backup/explain-errors.ts';
import { makeFolder } from '#server/backup/make-folder.ts';
import { passphraseOf } from '#server/backup/passphrase.ts';
import { writeSealed } from '#server/backup/sealed-file.ts';
import { openSource } from '#server/backup/source.ts';
import { copyOf } from '#server/backup/write-copy.ts';
import { type Config, readConfig } from '#server/base/config.ts';
import { parseCommand } from '#server/base/parse-command.ts';
import { progressLine } from '#server/base/progress-line.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { runOrExplain } from '#server/start/start.ts';

const HELP = `Guarda una copia cifrada de toda la base de datos, también mientras la Libreta trabaja.

  BACKUP_PASSPHRASE_FILE=… npm run backup -- [archivo]

Sin archivo, en la carpeta actual con la fecha por nombre. Se abre con npm run restore, o con age -d y gunzip.`;

/** @param due of a scheduled copy: checked again under the lock of scheduled copies @returns whether a copy was made */
async function copyTo(path: string, config: Config, due?: () => Promise<boolean>): Promise<boolean> {
  const passphrase = passphraseOf(config);
  const signal = abortOnSignals('no se guardó ninguna copia');
  return explainDatabaseErrors(async () => {
    const source = await openSource(config, due !== undefined);
    if (!source) return false;
    const { reader, lost } = source;
    const ending = lost ? AbortSignal.any([signal, lost]) : signal;
    try {
      if (due && !(await due())) return false;
      await writeSealed(path, copyOf(reader, progressLine()), { passphrase, signal: ending });
    } catch (error) {
      ending.throwIfAborted();
      throw error;
    } finally {
      await reader.close();
    }
    return true;
  });
}

/** The server starts this when a copy may be due; it does nothing if another process made one first. */
async function scheduled(config: Config): Promise<void> {
  const { BACKUP_DIR: folder, BACKUP_EVERY: every, BACKUP_KEEP: keep } = config;
  if (!folder) throw new StartupError('Falta BACKUP_DIR.');
  await makeFolder(folder);
  const due = async () => Date.now() - ((await newestIn(folder)) ?? 0) >= every;
  if ((await due()) && (await copyTo(join(folder, nameOfCopy()), config, due))) await keepNewest(folder, keep);
}

await runOrExplain(async () => {
  process.umask(0o077);
  const options = { programada: { type: 'boolean' }, ayuda: { type: 'boolean' } } as const;
  const { values, positionals } = parseCommand({ options, allowPositionals: true }, HELP);
  const config = readConfig(process.env);
  if (values.programada) return scheduled(config);
  if (values.ayuda || positionals.length > 1) throw new StartupError(HELP);
  const path = positionals[0] ?? nameOfCopy();
  await copyTo(path, config);
  console.log(
    `${process.stdout.isTTY ? '\n' : ''}Copia guardada en ${path}. Sin su contraseña nadie la abre, tampoco tú.`,
  );
});
