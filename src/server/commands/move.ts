import { openCopy } from '#server/backup/read-copy.ts';
import { stoppedSource } from '#server/backup/source.ts';
import { RESTORED_SECRET_ADVICE, restoreInto } from '#server/backup/target.ts';
import { copyOf } from '#server/backup/write-copy.ts';
import { configWithDatabase } from '#server/base/database-option.ts';
import { parseCommand } from '#server/base/parse-command.ts';
import { progressLine } from '#server/base/progress-line.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { runOrExplain } from '#server/start/start.ts';

const HELP = `Lleva una Libreta de su base de datos incorporada a un PostgreSQL vacío, con todo lo que hay en ella.

  npm run move -- --database-url URL [--data-dir CARPETA]

Sin --data-dir, desde DATA_DIR. La Libreta debe estar detenida. La carpeta queda como estaba.`;

await runOrExplain(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseCommand({ options: { 'database-url': text, 'data-dir': text } }, HELP);
  const { 'database-url': url, 'data-dir': folder } = values;
  if (!url) throw new StartupError(HELP);
  const config = configWithDatabase({ url });
  const { reader } = await stoppedSource(folder ?? config.DATA_DIR);
  try {
    const copy = await openCopy(copyOf(reader, () => {}));
    await restoreInto(config, copy, { replace: false, progress: progressLine() });
  } finally {
    await reader.close();
  }
  console.log(
    `${process.stdout.isTTY ? '\n' : ''}Todo está en PostgreSQL: inicia la Libreta con DATABASE_URL. ${RESTORED_SECRET_ADVICE}`,
  );
});
