import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { isCalendarDate, today } from '#domain/calendar.ts';
import { roleLabel } from '#domain/roles.ts';
import { type Config, sessionUrlOf } from '#server/base/config.ts';
import { configWithDatabase } from '#server/base/database-option.ts';
import { progressLine } from '#server/base/progress-line.ts';
import { StartupError } from '#server/base/startup-error.ts';
import type { Plan } from '#server/populate/plan.ts';
import { DEFAULT_SEED, POPULATION_PASSWORD, populate } from '#server/populate/populate.ts';
import { isWorker, partsByWorkers } from '#server/populate/workers.ts';
import { openMain } from '#server/start/open-databases.ts';
import { runOrExplain } from '#server/start/start.ts';

const MAX_CHILDREN = 1_900_000;
/** With fewer children, threads take longer to start than they save. */
const MIN_CHILDREN_FOR_THREADS = 5_000;

const HELP = `Llena una base de datos sin niños con una población inventada: niñas y niños con sus controles y vacunas, la mitad de mujeres
con los suyos, una brigada por cada 200 y quienes las supervisan, todos con la misma contraseña.

  npm run populate -- --ninos N (--database-url URL | --data-dir CARPETA) [--semilla N] [--dia AAAA-MM-DD]

El mismo tamaño, la misma semilla y el mismo día dan siempre las mismas personas con los mismos registros. Sin --database-url ni --data-dir se usa DATABASE_URL.
La auditoría guarda una entrada por toda la carga, no una por registro. Si se interrumpe, la base queda como estaba.`;

interface PopulateOptions {
  readonly children: number;
  readonly seed: number;
  readonly today: string;
  readonly config: Config;
}

function whole(name: string, text: string | undefined, most: number): number {
  const value = Number(text);
  if (!text || !Number.isInteger(value) || value < 1 || value > most)
    throw new StartupError(`Se esperaba --${name} con un número entero de 1 a ${most}.\n\n${HELP}`);
  return value;
}

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { ninos: text, 'database-url': text, 'data-dir': text, semilla: text, dia: text } as const;
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean' } } }).values;
  } catch {
    throw new StartupError(`No se entiende «${args.join(' ')}».\n\n${HELP}`);
  }
}

function dayOf(text: string | undefined): string {
  if (text === undefined) return today();
  if (isCalendarDate(text) && text <= today()) return text;
  throw new StartupError(`Se esperaba --dia con una fecha que ya llegó, como ${today()}.\n\n${HELP}`);
}

function readOptions(args: string[]): PopulateOptions {
  const values = optionsOf(args);
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const { 'database-url': url, 'data-dir': dataDir } = values;
  if (url !== undefined && dataDir !== undefined)
    throw new StartupError(`Elige una base de datos: --database-url o --data-dir, no las dos.\n\n${HELP}`);
  if (!url && !dataDir && !process.env.DATABASE_URL)
    throw new StartupError(`Falta en qué base de datos: --database-url, --data-dir o DATABASE_URL.\n\n${HELP}`);
  const config = configWithDatabase({ url, dataDir });
  const children = whole('ninos', values.ninos, MAX_CHILDREN);
  const seed = whole('semilla', values.semilla ?? String(DEFAULT_SEED), 2 ** 31);
  return { children, seed, today: dayOf(values.dia), config };
}

function announce({ children, women, administrator, supervisors, brigades }: Plan, seconds: number): void {
  if (process.stdout.isTTY) console.log();
  console.log(`Listo en ${Math.round(seconds)} s: ${children} niños, ${women} mujeres, ${brigades.length} brigadas.`);
  console.log(`Contraseña de todas las cuentas: ${POPULATION_PASSWORD}`);
  for (const account of [administrator, supervisors[0], brigades[0]])
    if (account) console.log(`  ${account.cedula}  ${roleLabel(account.role)}`);
}

if (!isWorker())
  await runOrExplain(async () => {
    const { config, ...size } = readOptions(process.argv.slice(2));
    const ownerUrl = sessionUrlOf(config);
    const ending = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
    const started = Date.now();
    const { database } = await openMain(config, pino({ level: 'silent' }), async () => {});
    try {
      const parts = size.children < MIN_CHILDREN_FOR_THREADS ? {} : { parts: partsByWorkers(new URL(import.meta.url)) };
      const plan = await populate({
        ...size,
        ...parts,
        database,
        ownerUrl,
        progress: progressLine(),
        signal: ending.signal,
      });
      announce(plan, (Date.now() - started) / 1_000);
    } finally {
      await database.close();
    }
  });
