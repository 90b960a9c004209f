import { setImmediate as signalsFirst } from 'node:timers/promises';
import { RECORD_LIST } from '#domain/records/index.ts';
import { hashPassword } from '#server/accounts/password-work.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { FORGET_BOOKLETS } from '#server/db/booklet-tables.ts';
import type { Database } from '#server/db/connect.ts';
import { makeBare, makeWhole } from '#server/loading/bare-tables.ts';
import { beginLoad, type Loader, openLoader } from '#server/loading/loader.ts';
import { accountsOf, addAccounts } from './accounts.ts';
import { type Batch, batchesOf, batchOf } from './batch.ts';
import { type Plan, planOf, type Size } from './plan.ts';

/** Everybody's password in a population. */
export const POPULATION_PASSWORD = 'Libreta2026';
export const DEFAULT_SEED = 20_261_122;

/** What is filled besides. */
const OTHERS = [
  'usuario',
  'opcion',
  'lugar',
  'figure_of_place',
  'figure_of_month',
  'figure_of_creator',
  'figure_of_control_day',
];
const TABLES = [...RECORD_LIST.map(({ key }) => key), 'operacion'];

export interface Population extends Size {
  readonly database: Database;
  /** PostgreSQL as the role that owns the tables. */
  readonly ownerUrl?: string | undefined;
  /** Where the parts come from; made here unless told. */
  readonly parts?: (plan: Plan) => AsyncIterable<Batch>;
  readonly progress?: (line: string) => void;
  /** Ends a load that is not committed yet: the database is then as it was. */
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

/** That it happened, in the transaction in which it happens. */
async function noteLoad(loader: Loader, { children: niños, women: mujeres, seed: semilla }: Plan): Promise<void> {
  const after = { carga: 'Población inventada', niños, mujeres, semilla };
  await loader.rows(`insert into journal (action, kind, after) values ('crear', 'nino', $1::jsonb)`, [
    JSON.stringify(after),
  ]);
}

/** The places get their numbers first: rows that bear them need not be written again when they are counted. */
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
  /** Where the database answers within this process a signal would come only at the end. */
  const unlessEnded = async () => {
    await signalsFirst();
    signal?.throwIfAborted();
  };
  const passwordHash = await hashPassword(POPULATION_PASSWORD);
  await beginLoad(loader);
  await refuseChildren(loader);
  await refuseAccounts(loader, plan);
  const bare = await makeBare(loader, TABLES);
  await addAccounts(loader, plan, passwordHash);
  let stored = 0;
  for await (const batch of parts(await numberPlaces(loader, plan))) {
    for (const [table, { columns, lines }] of batch) await loader.copy(table, columns, lines, bare.emptied.has(table));
    await unlessEnded();
    stored += 1;
    progress(`${Math.round((100 * stored) / batchesOf(plan))} % de ${plan.children} niños`);
  }
  progress('cifras de los reportes');
  await loader.run('select figure_recount()');
  await loader.run(FORGET_BOOKLETS);
  await makeWhole(loader, TABLES, bare, async (name) => {
    progress(`índice ${name}`);
    await unlessEnded();
  });
  await noteLoad(loader, plan);
  await unlessEnded();
  await loader.commit();
}

const INTERRUPTED = 'Se interrumpió antes de terminar: la base de datos quedó como estaba.';

/**
 * Fills a database without children with an invented population, as the application itself would have kept it: the same size, seed
 * and day always give the same women, children and records. Their creations are not in the journal, the load is.
 * @throws StartupError when there are children already, or accounts of a population, and when it was ended
 */
export async function populate(population: Population): Promise<Plan> {
  const { database, ownerUrl, progress = () => {}, signal } = population;
  const plan = planOf(population);
  const loader = await openLoader(database, ownerUrl, signal);
  let done = false;
  try {
    await fill(loader, plan, population);
    done = true;
    // Without them the database takes them itself, a little later.
    for (const table of [...TABLES, ...OTHERS]) {
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
