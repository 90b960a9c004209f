import { statSync } from 'node:fs';
import { passphraseOf } from '#server/backup/passphrase.ts';
import { openCopy } from '#server/backup/read-copy.ts';
import { openSealed } from '#server/backup/sealed-file.ts';
import { RESTORED_SECRET_ADVICE, restoreInto } from '#server/backup/target.ts';
import { configWithDatabase } from '#server/base/database-option.ts';
import { parseCommand } from '#server/base/parse-command.ts';
import { progressLine } from '#server/base/progress-line.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { runOrExplain } from '#server/start/start.ts';

const HELP = `Pone una copia en una base de datos vacía.

  BACKUP_PASSPHRASE_FILE=… npm run restore -- archivo [--database-url URL | --data-dir CARPETA] [--reemplazar]

Sin --database-url ni --data-dir, en la base que usa la Libreta (DATABASE_URL o DATA_DIR). Con --reemplazar se pierde todo lo que haya en ella.
La Libreta debe estar detenida. Si algo falla o se interrumpe, la base queda como estaba.`;

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    throw new StartupError(`No se puede leer la copia ${path} (${(error as NodeJS.ErrnoException).code ?? 'error'}).`);
  }
}

await runOrExplain(async () => {
  const text = { type: 'string' } as const;
  const options = { 'database-url': text, 'data-dir': text, reemplazar: { type: 'boolean' } } as const;
  const { values, positionals } = parseCommand({ options, allowPositionals: true }, HELP);
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new StartupError(HELP);
  const { 'database-url': url, 'data-dir': dataDir } = values;
  if (url !== undefined && dataDir !== undefined)
    throw new StartupError(`Elige una base de datos: --database-url o --data-dir, no las dos.\n\n${HELP}`);
  const config = configWithDatabase({ url, dataDir });
  const size = sizeOf(path);
  const show = progressLine();
  let percent = 0;
  const plain = openSealed(path, passphraseOf(config), (bytes) => {
    percent = Math.floor((100 * bytes) / size);
  });
  const copy = await openCopy(plain);
  const progress = (line: string) => show(`${percent} %  ${line}`);
  await restoreInto(config, copy, { replace: values.reemplazar === true, progress });
  console.log(
    `${process.stdout.isTTY ? '\n' : ''}Restaurada la copia del ${copy.header.creada}. ${RESTORED_SECRET_ADVICE}`,
  );
});
