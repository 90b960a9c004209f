import { RECORD_LIST } from '#domain/records/index.ts';
import { hashPassword } from '#server/accounts/password-work.ts';
import type { Database } from '#server/db/connect.ts';
import { PROGRAM } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';
import { makeBare, makeWhole } from '#server/loading/bare-tables.ts';
import { beginLoad, type Loader, openLoader } from '#server/loading/loader.ts';
import { StartupError } from '#server/startup-error.ts';
import { addAccounts } from './accounts.ts';
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
const TABLES = [...RECORD_LIST.map(({ key }) => key), 'write_receipt'];

export interface Population extends Size {
  readonly database: Database;
  /** PostgreSQL as the role that owns the tables. */
  readonly ownerUrl?: string | undefined;
  /** Where the parts come from; made here unless told. */
  readonly parts?: (plan: Plan) => AsyncIterable<Batch>;
  readonly progress?: (line: string) => void;
}

async function* madeHere(plan: Plan): AsyncGenerator<Batch> {
  for (let number = 0; number < batchesOf(plan); number += 1) yield await batchOf(plan, number);
}

async function refuseChildren(loader: Loader): Promise<void> {
  const [child] = await loader.rows('select 1 from nino limit 1');
  if (child)
    throw new StartupError('La base de datos ya tiene niños: la población inventada solo entra en una sin ninguno.');
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

async function fill(loader: Loader, plan: Plan, { parts = madeHere, progress = () => {} }: Population) {
  const passwordHash = await hashPassword(POPULATION_PASSWORD);
  await beginLoad(loader);
  await refuseChildren(loader);
  const bare = await makeBare(loader, TABLES);
  await addAccounts(loader, plan, passwordHash);
  let stored = 0;
  for await (const batch of parts(await numberPlaces(loader, plan))) {
    for (const [table, { columns, lines }] of batch) await loader.copy(table, columns, lines, bare.emptied.has(table));
    stored += 1;
    progress(`${Math.round((100 * stored) / batchesOf(plan))} % de ${plan.children} niños`);
  }
  progress('cifras de los reportes');
  await loader.run('select figure_recount()');
  await makeWhole(loader, TABLES, bare, (name) => progress(`índice ${name}`));
  await loader.run('commit');
}

/**
 * Fills a database without children with an invented population, as the application itself would have kept it: the same size, seed
 * and day always give the same rows. The creations are not in the journal, the load is.
 * @throws StartupError when there are children already
 */
export async function populate(population: Population): Promise<Plan> {
  const { database, ownerUrl, progress = () => {} } = population;
  const plan = planOf(population);
  const loader = await openLoader(database, ownerUrl);
  try {
    await fill(loader, plan, population);
    progress('estadísticas');
    for (const table of [...TABLES, ...OTHERS]) await loader.run(`vacuum (analyze) "${table}"`);
  } catch (error) {
    await loader.run('rollback').catch(() => {});
    throw error;
  } finally {
    await loader.close();
  }
  const { children: niños, women: mujeres, seed: semilla } = plan;
  await note(database.db, PROGRAM, {
    action: 'crear',
    kind: 'nino',
    after: { carga: 'Población inventada', niños, mujeres, semilla },
  });
  return plan;
}
