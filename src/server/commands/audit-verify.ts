import { readConfig } from '#server/base/config.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { openDatabase } from '#server/db/connect.ts';
import type { Head } from '#server/journal/sealing.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { runOrExplain } from '#server/start/start.ts';

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

/** Reads `--cabeza=POSICIÓN:HUELLA`, as an earlier run or the log printed it. */
function expectedHead(args: readonly string[]): Head | undefined {
  const [option] = args;
  if (option === undefined) return undefined;
  const [, position, hash] = HEAD.exec(option.replace(/^--cabeza=/, '')) ?? [];
  if (!position || !hash)
    throw new StartupError('Se esperaba --cabeza=POSICIÓN:HUELLA, como la imprime una verificación anterior.');
  return { position: Number(position), hash };
}

/** Verifies the chain of the journal and lists changed, removed and inserted entries; exit code 1 if there are any. */
await runOrExplain(async () => {
  const expected = expectedHead(process.argv.slice(2).filter((argument) => argument.startsWith('--cabeza')));
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(process.env);
  const database = await openDatabase({ url, dataDir });
  try {
    const { entries, head, findings } = await verifyJournal(database.db, expected);
    for (const { text } of findings) console.log(text);
    if (head) console.log(`Cabeza de la cadena: ${head.position}:${head.hash}`);
    if (findings.length > 0) console.log(`La auditoría NO está íntegra: ${findings.length} hallazgos.`);
    else console.log(`La auditoría está íntegra: ${entries} entradas selladas.`);
    process.exitCode = findings.length > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
});
