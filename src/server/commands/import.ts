import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import {
  type Import,
  type ImportState,
  isWorking,
  MAX_FILE_BYTES,
  ROW_STATES,
  type RowState,
} from '#domain/calls/importing.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import { missingTargets } from '#domain/importing/target.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { abortOnSignals } from '#server/backup/explain-errors.ts';
import { configWithDatabase } from '#server/base/database-option.ts';
import { parseCommand } from '#server/base/parse-command.ts';
import { progressLine } from '#server/base/progress-line.ts';
import { StartupError } from '#server/base/startup-error.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { importTable } from '#server/db/schema.ts';
import { createImportRepository, type ImportRepository } from '#server/modules/importing/import-repository.ts';
import { accountOf, definitionOf } from '#server/modules/importing/rules/import-rules.ts';
import { type Working, workOnImports } from '#server/modules/importing/work/work-on-imports.ts';
import { openMain } from '#server/start/open-databases.ts';
import { runOrExplain } from '#server/start/start.ts';

const KINDS = Object.keys(RECORDS).join(', ');

const HELP = `Importa una hoja de cálculo (XLSX, XLS, ODS o CSV) con las mismas reglas que la pantalla Importar.

  npm run import -- archivo.xlsx --tipo=nino --responsable=CEDULA [--ensayo] [--database-url URL | --data-dir CARPETA]

--tipo es uno de: ${KINDS}.
--responsable es la cédula de la cuenta que importa; queda como responsable de las filas que no nombran otra.
--ensayo muestra qué haría cada fila y no escribe nada.
Con Ctrl-C se detiene: lo que ya está escrito queda, y en la pantalla se continúa o se deshace.
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

/** One import of this command. */
interface Job {
  readonly repository: ImportRepository;
  readonly working: Working;
  readonly actor: Actor;
  readonly id: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

const CHANGED_BY_OTHERS = 'Alguien más detuvo o cambió esta importación en la pantalla Importar.';

const LOOK_MS = 200;

/** Shows the progress, and ends the work once this import needs no more, so that it does not go on with others. */
async function follow({ working, id }: Job, over: AbortController): Promise<void> {
  const show = progressLine();
  const { estado, hechas, porHacer } = importTable;
  const look = () =>
    working.database.db.select({ estado, hechas, porHacer }).from(importTable).where(eq(importTable._id, id));
  while (!over.signal.aborted) {
    // If a look fails, the next one follows; the work itself notices a database that is away.
    const rows = await look().catch(() => null);
    const now = rows?.[0];
    if (now && isWorking(now.estado)) {
      if (now.porHacer > 0) show(`fila ${now.hechas} de ${now.porHacer}`);
    } else if (rows) over.abort();
    await setTimeout(LOOK_MS, undefined, { signal: over.signal }).catch(() => {});
  }
}

const WAIT_MS = 500;

async function workUntilDone({ repository, working, id, signal }: Job, over: AbortSignal): Promise<Import> {
  for (;;) {
    const failure = await workOnImports(working, over).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const now = await repository.get(id);
    if (!isWorking(now.estado) || over.aborted || signal.aborted) return now;
    // With another import in front, that one failed: it is given up after some tries.
    if (failure && now.delante === 0) throw failure.error;
    if (working.database.room() !== 'enough')
      throw new StartupError('No queda espacio en el disco de la base de datos: libera espacio.');
    await setTimeout(WAIT_MS, undefined, { signal: over }).catch(() => {});
  }
}

/** Works until this import needs no more, or until Ctrl-C; a server on the same database may do the work, too. */
async function finish(job: Job): Promise<Import> {
  const over = new AbortController();
  const following = follow(job, over);
  try {
    return await workUntilDone(job, AbortSignal.any([job.signal, over.signal]));
  } finally {
    over.abort();
    await following;
    if (process.stdout.isTTY) console.log();
  }
}

/** Stops the work, if there still is any. */
async function stop({ repository, id }: Job): Promise<Import> {
  try {
    return await repository.stop(id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'importState') return repository.get(id);
    throw error;
  }
}

const BEFORE_WRITING: readonly ImportState[] = ['recibida', 'leyendo', 'ensayando'];

/** Deletes an import that has written nothing. */
async function discard(job: Job): Promise<void> {
  const { estado } = await job.repository.get(job.id);
  if (BEFORE_WRITING.includes(estado)) await stop(job);
  await job.repository.discard(job.id);
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

/** Reads and rehearses the file. @throws StartupError if its rows cannot be imported */
async function rehearse(job: Job): Promise<Import> {
  const read = await finish(job);
  job.signal.throwIfAborted();
  if (read.estado === 'ensayada') return read;
  const missing = missingTargets(definitionOf(read), new Set(read.columnas.flatMap(({ campo }) => campo ?? [])));
  if (read.estado !== 'columnas' || missing.length === 0) throw new StartupError(read.fallo ?? CHANGED_BY_OTHERS);
  throw new StartupError(
    `Al archivo le faltan columnas: ${missing.join(', ')}. ` +
      'Cambia el título de la columna que lleva cada dato por el de docs/import-columns.md o el de la plantilla ' +
      'de la pantalla Importar, y repite este comando.',
  );
}

async function showRehearsal({ repository, id }: Job, { filas, avisos, totales }: Import): Promise<void> {
  console.log(`Ensayo de ${filas.toLocaleString('es-EC')} filas:`);
  for (const notice of avisos) console.log(`  ${notice}`);
  showTotals(totales);
  await showProblems(repository, id);
}

/** Rehearses the file and shows the outcome. Nothing stays after --ensayo, or if it cannot be imported. */
async function rehearseAndShow(job: Job, isRehearsal: boolean): Promise<Import> {
  try {
    const read = await rehearse(job);
    await showRehearsal(job, read);
    job.signal.throwIfAborted();
    if (isRehearsal) await discard(job);
    return read;
  } catch (error) {
    await discard(job).catch(() => {});
    throw error;
  }
}

const writtenText = ({ creadas, cambiadas }: Import) =>
  `Ya está escrito: ${creadas} creadas, ${cambiadas} cambiadas. ` +
  'En la pantalla Importar puedes continuar la importación o deshacerla.';

/** Writes what the rehearsal found. @throws StartupError with what is written, if it is not all */
async function write(job: Job): Promise<void> {
  await job.repository.perform(job.actor, job.id);
  const failure = await finish(job).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const after = await stop(job);
  if (after.estado === 'importada') {
    console.log(`Importado: ${after.creadas} creadas, ${after.cambiadas} cambiadas.`);
    showTotals(after.totales);
    if (failure) throw failure.error;
    return;
  }
  if (failure) {
    console.error(writtenText(after));
    throw failure.error;
  }
  const why = job.signal.aborted ? 'Interrumpido.' : (after.fallo ?? CHANGED_BY_OTHERS);
  throw new StartupError(`${why} ${writtenText(after)}`);
}

async function importFile(job: Job, isRehearsal: boolean): Promise<void> {
  const { totales } = await rehearseAndShow(job, isRehearsal);
  if (isRehearsal) console.log('No se escribió nada.');
  else if (totales.nueva + totales.cambia === 0) console.log('No hay nada que importar.');
  else await write(job);
}

/** Stores the file in the database, where the work begins. */
async function receive(database: Database, options: ReturnType<typeof readOptions>, signal: AbortSignal): Promise<Job> {
  const { file, tipo, responsable, config } = options;
  const actor = await accountOf(database.db, responsable);
  if (!actor) throw new StartupError(`Ninguna cuenta activa que registre libretas tiene la cédula ${responsable}.`);
  const repository = createImportRepository(database.db);
  try {
    const { _id: id } = await repository.receive(actor, tipo, basename(file), createReadStream(file, { signal }));
    const working = { database, log: SILENT, haemoglobinTable: config.HEMOGLOBIN_TABLE };
    return { repository, working, actor, id, signal };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** A refusal of the repository as its sentence; other errors stay. */
function explained(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const isElsewhere = error.code === 'importState' || error.code === 'notFound';
  return new StartupError(isElsewhere ? CHANGED_BY_OTHERS : ERRORS[error.code].message);
}

const SILENT = pino({ level: 'silent' });

await runOrExplain(async () => {
  const options = readOptions();
  await requireFile(options.file);
  const { database } = await openMain(options.config, SILENT, async () => {});
  const signal = abortOnSignals('no se importó nada');
  signal.addEventListener('abort', () => console.error('Deteniendo la importación…'));
  try {
    await importFile(await receive(database, options, signal), options.isRehearsal);
  } catch (error) {
    throw explained(error);
  } finally {
    await database.close();
  }
});
