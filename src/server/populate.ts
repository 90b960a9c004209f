import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { today } from '#domain/calendar.ts';
import { roleLabel } from '#domain/roles.ts';
import type { Config } from './config.ts';
import { openMain } from './open-databases.ts';
import type { Plan } from './populate/plan.ts';
import { DEFAULT_SEED, POPULATION_PASSWORD, populate } from './populate/populate.ts';
import { isWorker, partsByWorkers } from './populate/workers.ts';
import { progressLine } from './progress-line.ts';
import { runOrExplain } from './start.ts';
import { StartupError } from './startup-error.ts';
import { configFor } from './told-database.ts';

const MOST_CHILDREN = 1_900_000;
/** Below so many a thread takes longer to start than it helps. */
const WORTH_THREADS = 5_000;

const HELP = `Llena una base de datos sin niños con una población inventada: niñas y niños con sus controles y vacunas, la mitad de mujeres
con los suyos, una brigada por cada 200 y quienes las supervisan, todos con la misma contraseña.

  npm run populate -- --ninos N (--database-url URL | --data-dir CARPETA) [--semilla N] [--dia AAAA-MM-DD]

El mismo tamaño, la misma semilla y el mismo día dan siempre las mismas filas. Sin --database-url ni --data-dir se usa DATABASE_URL.
La auditoría guarda una entrada por toda la carga, no una por registro. Si se interrumpe, la base queda como estaba.`;

interface Asked {
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

function asked(args: string[]): Asked {
  const names = ['ninos', 'database-url', 'data-dir', 'semilla', 'dia'] as const;
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options, strict: false });
  const told = (name: (typeof names)[number]) => (typeof values[name] === 'string' ? values[name] : undefined);
  const [url, dataDir] = [told('database-url'), told('data-dir')];
  if (!url && !dataDir && !process.env.DATABASE_URL)
    throw new StartupError(`Falta en qué base de datos: --database-url, --data-dir o DATABASE_URL.\n\n${HELP}`);
  const config = configFor({ url, dataDir });
  const children = whole('ninos', told('ninos'), MOST_CHILDREN);
  const seed = whole('semilla', told('semilla') ?? String(DEFAULT_SEED), 2 ** 31);
  return { children, seed, today: told('dia') ?? today(), config };
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
    const { config, ...size } = asked(process.argv.slice(2));
    const { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl = url } = config;
    const started = Date.now();
    const { database } = await openMain(config, pino({ level: 'silent' }), async () => {});
    try {
      const parts = size.children < WORTH_THREADS ? {} : { parts: partsByWorkers(new URL(import.meta.url)) };
      const plan = await populate({ ...size, ...parts, database, ownerUrl, progress: progressLine() });
      announce(plan, (Date.now() - started) / 1_000);
    } finally {
      await database.close();
    }
  });
