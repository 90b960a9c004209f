import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recountFigures } from '#server/figures/fold-figures.ts';

/** Tables of maintained figures: key columns, figure columns, and the finest level of places. */
const FIGURE_TABLES: readonly {
  table: string;
  keys: string[];
  figures: string[];
  finest?: number;
  changes?: string;
}[] = [
  {
    table: 'figure_of_place',
    keys: ['lugar', 'estado'],
    figures: ['ninos', 'masculino', 'femenino', 'con_control', 'con_vacunas', 'medidos', 'bajo2', 'bajo3'].concat([
      'discrepancias',
      'mujeres',
      'controles',
      'peso',
      'vacunas',
    ]),
  },
  {
    table: 'figure_of_month',
    keys: ['lugar', 'mes'],
    figures: ['controles', 'ultimos', 'ultimos_medidos', 'ultimos_bajo2', 'ultimos_bajo3'],
  },
  { table: 'figure_of_creator', keys: ['lugar', 'creador'], figures: ['ninos', 'mujeres'] },
  {
    table: 'figure_of_control_day',
    keys: ['lugar', 'fecha', 'estado'],
    figures: ['ninos', 'discrepancias'],
    finest: 2,
  },
  {
    table: 'figure_of_growth',
    keys: ['lugar', 'sexo', 'grupo'],
    figures: [
      'ninos',
      'desnutricion',
      'talla',
      'talla_bajo2',
      'talla_bajo3',
      'peso',
      'peso_bajo2',
      'peso_bajo3',
    ].concat(['pesotalla', 'pesotalla_bajo2', 'pesotalla_bajo3', 'pesotalla_sobre2', 'pesotalla_sobre3']),
    changes: 'growth_change',
  },
  { table: 'figure_of_day', keys: ['dia'], figures: ['ninos', 'con_vacunas', 'mujeres', 'controles', 'vacunas'] },
];

const names = (list: string[]): SQL =>
  sql.join(
    list.map((name) => sql.identifier(name)),
    sql`, `,
  );
const joined = (parts: SQL[], between: SQL): SQL => sql.join(parts, between);

/** Every figure other than 0, including changes not yet folded. */
export async function readMaintainedFigures(db: Db): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {};
  for (const { table, keys, figures, finest = 3, changes = 'figure_change' } of FIGURE_TABLES) {
    const [key = '', ...rest] = keys;
    const ofPlaces = key === 'lugar';
    const within = sql`join lugar_within w on w.lugar = c.lugar and w.nivel <= ${finest}`;
    const changed = ofPlaces
      ? sql`select w.dentro as lugar, ${names([...rest, ...figures])} from ${sql.identifier(changes)} c ${within}`
      : sql`select ${names([...keys, ...figures])} from ${sql.identifier(changes)} c`;
    const has = joined(
      keys.map((name) => sql`${sql.identifier(name)} is not null`),
      sql` and `,
    );
    const sums = joined(
      figures.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0)::text as ${sql.identifier(name)}`),
      sql`, `,
    );
    const some = joined(
      figures.map((name) => sql`sum(${sql.identifier(name)}) <> 0`),
      sql` or `,
    );
    const rows = await rawRows(
      db,
      sql`select ${names(keys)}, ${sums}
      from (select ${names([...keys, ...figures])} from ${sql.identifier(table)} union all ${changed}) as every
      where ${has} group by ${names(keys)} having ${some}`,
    );
    kept[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return kept;
}

class Undone extends Error {}

/** Expects the maintained figures to equal a recount, which is rolled back. */
export async function expectFiguresExact(db: Db, when: string): Promise<void> {
  const kept = await readMaintainedFigures(db);
  let recounted: Record<string, string[]> = {};
  await db
    .transaction(async (inside) => {
      await recountFigures(inside);
      recounted = await readMaintainedFigures(inside);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  expect(kept, when).toEqual(recounted);
}
