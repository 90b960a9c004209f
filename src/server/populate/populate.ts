import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RECORD_LIST } from '#domain/records/index.ts';
import { hashPassword } from '#server/accounts/password-work.ts';
import { StartupError } from '#server/base/startup-error.ts';
import type { Database } from '#server/db/connect.ts';
import { dropIndexes, rebuildIndexes } from '#server/loading/drop-indexes.ts';
import { beginLoad, type Loader, openLoader } from '#server/loading/loader.ts';
import { resetDerivedTables } from '#server/loading/reset-derived.ts';
import { accountsOf, addAccounts } from './accounts.ts';
import { type Batch, batchesOf, batchOf } from './batch.ts';
import { type Plan, planOf, type Size } from './plan.ts';

export const POPULATION_PASSWORD = 'Libreta2026';
export const DEFAULT_SEED = 20_261_122;

const ANALYZED_TABLES = [
  'usuario',
  'opcion',
  'lugar',
  'figure_of_place',
  'figure_of_month',
  'figure_of_creator',
  'figure_of_control_day',
  'figure_of_growth',
  'person_search',
];
const TABLES = [...RECORD_LIST.map(({ key }) => key), 'operacion'];

export interface Population extends Size {
  readonly database: Database;
  readonly ownerUrl?: string | undefined;
  readonly parts?: (plan: Plan) => AsyncIterable<Batch>;
  readonly progress?: (line: string) => void;
  /** Ends a load that is not committed yet; the database is then as it was. */
  readonly signal?: AbortSignal | undefined;
}

async function* madeHere(plan: Plan): AsyncGenerator<Batch> {
  for (let number = 0; number < batchesOf(plan); number += 1) yield await batchOf(plan, number);
}

async function refuseChildren(loader: Loader): Promise<void> {
  const [child] = await loader.rows('select 1 from nino limit 1');
  if (child)
    throw new StartupError('La base de datos ya tiene niños: la población inventada solo entra en una sin ninguno.');
}

async function refuseAccounts(loader: Loader, plan: Plan): Promise<void> {
  const cedulas = accountsOf(plan).map(({ cedula }) => cedula);
  const [taken] = await loader.rows<{ cedula: string }>(
    'select cedula from usuario where activo and cedula = any($1) limit 1',
    [cedulas],
  );
  if (taken)
    throw new StartupError(
      `La base de datos ya tiene la cuenta ${taken.cedula} de una población inventada: usa una base de datos nueva.`,
    );
}

async function noteLoad(loader: Loader, { children: niños, women: mujeres, seed: semilla }: Plan): Promise<void> {
  const after = { carga: 'Población inventada', niños, mujeres, semilla };
  await loader.rows(`insert into journal (action, kind, after) values ('crear', 'nino', $1::jsonb)`, [
    JSON.stringify(after),
  ]);
}

/** Done first, since rows with the number of a place need not be written again when they are counted. */
async function numberPlaces(loader: Loader, plan: Plan): Promise<Plan> {
  const brigades = [];
  for (const brigade of plan.brigades) {
    const { provincia, canton, establecimiento } = brigade.place;
    const [row] = await loader.rows<{ lugar: number }>('select lugar_id($1, $2, $3) as lugar', [
      provincia,
      canton,
      establecimiento,
    ]);
    brigades.push({ ...brigade, lugar: row?.lugar ?? 0 });
  }
  return { ...plan, brigades };
}

async function fill(loader: Loader, plan: Plan, { parts = madeHere, progress = () => {}, signal }: Population) {
  /** PGlite runs within this process: without this, a signal would arrive only at the end. */
  const throwIfEnded = async () => {
    await yieldToEventLoop();
    signal?.throwIfAborted();
  };
  const passwordHash = await hashPassword(POPULATION_PASSWORD);
  await beginLoad(loader);
  await refuseChildren(loader);
  await refuseAccounts(loader, plan);
  const bare = await dropIndexes(loader, TABLES);
  await addAccounts(loader, plan, passwordHash);
  let stored = 0;
  for await (const batch of parts(await numberPlaces(loader, plan))) {
    for (const [table, { columns, lines }] of batch) await loader.copy(table, columns, lines, bare.emptied.has(table));
    await throwIfEnded();
    stored += 1;
    progress(`${Math.round((100 * stored) / batchesOf(plan))} % de ${plan.children} niños`);
  }
  progress('cifras de los reportes');
  await loader.run('select figure_recount(); select measuring_recount()');
  await resetDerivedTables(loader);
  await rebuildIndexes(loader, TABLES, bare, async (name) => {
    progress(`índice ${name}`);
    await throwIfEnded();
  });
  await noteLoad(loader, plan);
  await throwIfEnded();
  await loader.commit();
}

const INTERRUPTED = 'Se interrumpió antes de terminar: la base de datos quedó como estaba.';

/** Stores an invented population as the application would; the journal notes the load alone. @throws StartupError if it may not or ends */
export async function populate(population: Population): Promise<Plan> {
  const { database, ownerUrl, progress = () => {}, signal } = population;
  const plan = planOf(population);
  const loader = await openLoader(database, ownerUrl, signal);
  let done = false;
  try {
    await fill(loader, plan, population);
    done = true;
    // Without this the database takes statistics itself, a little later.
    for (const table of [...TABLES, ...ANALYZED_TABLES]) {
      if (signal?.aborted) break;
      progress('estadísticas');
      await loader.run(`vacuum (analyze) "${table}"`);
    }
  } catch (error) {
    if (done && signal?.aborted) return plan;
    await loader.run('rollback').catch(() => {});
    throw signal?.aborted ? new StartupError(INTERRUPTED) : error;
  } finally {
    await loader.close();
  }
  return plan;
}
