import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { type Import, MAX_FILE_BYTES, ROW_STATES, type RowState, WORKING } from '#domain/calls/importing.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { configWithDatabase } from '#server/base/database-option.ts';
import { parseCommand } from '#server/base/parse-command.ts';
import { progressLine } from '#server/base/progress-line.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { createImportRepository, type ImportRepository } from '#server/modules/importing/import-repository.ts';
import { accountOf } from '#server/modules/importing/rules/import-rules.ts';
import { type Working, workOnImports } from '#server/modules/importing/work/work-on-imports.ts';
import { openMain } from '#server/start/open-databases.ts';
import { runOrExplain } from '#server/start/start.ts';

const KINDS = Object.keys(RECORDS).join(', ');

const HELP = `Importa una hoja de cálculo (XLSX, XLS, ODS o CSV) con las mismas reglas que la pantalla Importar.

  npm run import -- archivo.xlsx --tipo=nino --responsable=CEDULA [--ensayo] [--database-url URL | --data-dir CARPETA]

--tipo es uno de: ${KINDS}.
--responsable es la cédula de la cuenta que importa; queda como responsable de las filas que no nombran otra.
--ensayo muestra qué haría cada fila y no escribe nada.
Las filas con problemas o que se parecen a otra persona no se importan: se deciden en la pantalla.
Con la base incorporada, la Libreta debe estar detenida.`;

function readOptions() {
  const text = { type: 'string' } as const;
  const database = { 'database-url': text, 'data-dir': text } as const;
  const options = { ...database, tipo: text, responsable: text, ensayo: { type: 'boolean' } } as const;
  const { values, positionals } = parseCommand({ options, allowPositionals: true }, HELP);
  const { tipo, responsable, 'database-url': url, 'data-dir': dataDir, ensayo: isRehearsal = false } = values;
  const [file, ...more] = positionals;
  if (!file || more.length > 0 || !tipo || !responsable) throw new StartupError(HELP);
  if (!Object.hasOwn(RECORDS, tipo)) throw new StartupError(`--tipo debe ser uno de: ${KINDS}.`);
  if (url !== undefined && dataDir !== undefined)
    throw new StartupError(`Elige una base de datos: --database-url o --data-dir, no las dos.\n\n${HELP}`);
  return { file, tipo: tipo as RecordKey, responsable, isRehearsal, config: configWithDatabase({ url, dataDir }) };
}

async function requireFile(file: string): Promise<void> {
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile()) throw new StartupError(`No se puede leer el archivo ${file}.`);
  if (facts.size > MAX_FILE_BYTES) throw new StartupError('El archivo pesa más de 50 MB. Divídelo en partes.');
}

const isWorking = ({ estado }: Import) => (WORKING as readonly string[]).includes(estado);
const WAIT_MS = 500;

/** Works on imports until this one needs no more; a server on the same database may do the work, too. */
async function finish(
  repository: ImportRepository,
  working: Working,
  id: string,
  signal: AbortSignal,
): Promise<Import> {
  const show = progressLine();
  const showing = setInterval(async () => {
    const { hechas, porHacer } = await repository.get(id);
    if (porHacer > 0) show(`fila ${hechas} de ${porHacer}`);
  }, 1_000);
  try {
    for (;;) {
      await workOnImports(working, signal);
      const now = await repository.get(id);
      if (!isWorking(now) || signal.aborted) return now;
      await setTimeout(WAIT_MS);
    }
  } finally {
    clearInterval(showing);
    if (process.stdout.isTTY) console.log();
  }
}

function showTotals(totals: Record<RowState, number>): void {
  for (const [state, label] of Object.entries(ROW_STATES) as [RowState, string][])
    if (totals[state] > 0) console.log(`  ${label}: ${totals[state].toLocaleString('es-EC')}`);
}

const SHOWN_PROBLEMS = 20;

async function showProblems(repository: ImportRepository, id: string): Promise<void> {
  const { listing } = await repository.rows(id, 'problema');
  const { rows, total } = await listing.page(SHOWN_PROBLEMS);
  for (const { fila, problemas } of rows)
    for (const { titulo, valor, msg, sugerencia } of problemas) {
      const column = titulo ? `${titulo} «${valor}»: ` : '';
      console.log(`  fila ${fila}: ${column}${msg}${sugerencia ? ` (¿${sugerencia}?)` : ''}`);
    }
  if (total > rows.length) console.log(`  … y ${total - rows.length} filas más con problemas.`);
}

await runOrExplain(async () => {
  const { file, tipo, responsable, isRehearsal, config } = readOptions();
  await requireFile(file);
  const log = pino({ level: 'silent' });
  const { database } = await openMain(config, log, async () => {});
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  try {
    const actor = await accountOf(database.db, responsable);
    if (!actor) throw new StartupError(`Ninguna cuenta activa que registre libretas tiene la cédula ${responsable}.`);
    const repository = createImportRepository(database.db);
    const working = { database, log, haemoglobinTable: config.HEMOGLOBIN_TABLE };
    const { _id } = await repository.receive(actor, tipo, basename(file), createReadStream(file));
    const read = await finish(repository, working, _id, ending.signal);
    if (read.estado === 'fallida') throw new StartupError(read.fallo ?? 'No se pudo leer el archivo.');
    if (read.estado === 'columnas')
      throw new StartupError(
        `Faltan columnas: ${read.columnas.map(({ titulo }) => titulo).join(', ')}. Elígelas en la pantalla Importar.`,
      );
    console.log(`Ensayo de ${read.filas.toLocaleString('es-EC')} filas:`);
    for (const notice of read.avisos) console.log(`  ${notice}`);
    showTotals(read.totales);
    await showProblems(repository, _id);
    if (isRehearsal) {
      await repository.discard(_id);
      console.log('No se escribió nada.');
      return;
    }
    if (read.totales.nueva + read.totales.cambia === 0) {
      console.log('No hay nada que importar.');
      return;
    }
    await repository.perform(actor, _id);
    const done = await finish(repository, working, _id, ending.signal);
    console.log(`Importado: ${done.creadas} creadas, ${done.cambiadas} cambiadas.`);
    showTotals(done.totales);
  } finally {
    await database.close();
  }
});
