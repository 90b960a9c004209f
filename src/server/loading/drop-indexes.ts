import type { Loader } from './loader.ts';

interface Definition {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export interface DroppedIndexes {
  readonly emptied: ReadonlySet<string>;
  readonly keys: readonly Definition[];
  readonly indexes: readonly Definition[];
  readonly references: readonly Definition[];
}

const constraints = (which: string) => `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where ${which} order by 1, 2`;
const KEYS = constraints(`conrelid = any($1::regclass[]) and contype in ('p', 'u')`);
/** Also those of other tables: nothing may refer to a dropped key. */
const REFERENCES = constraints(`$1::regclass[] && array[conrelid, confrelid]::regclass[] and contype = 'f'`);

const INDEXES = `
  select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select 1 from pg_constraint where conindid = indexrelid) order by 1, 2`;

const eachTable = (loader: Loader, tables: readonly string[], statement: (table: string) => string) =>
  loader.run(tables.map(statement).join(';\n'));

/** Drops indexes, keys, references and triggers before a load, since building them afterwards is faster. Needs the load's transaction. */
export async function dropIndexes(loader: Loader, tables: readonly string[]): Promise<DroppedIndexes> {
  const names = [tables.map((table) => `"${table}"`)];
  const references = await loader.rows<Definition>(REFERENCES, names);
  const keys = await loader.rows<Definition>(KEYS, names);
  const indexes = await loader.rows<Definition>(INDEXES, names);
  for (const { table, name } of [...references, ...keys])
    await loader.run(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await loader.run(`drop index ${name}`);
  await eachTable(loader, tables, (table) => `alter table "${table}" disable trigger user`);
  const emptied = new Set<string>();
  for (const table of tables) {
    const [first] = await loader.rows(`select 1 from "${table}" limit 1`);
    if (first) continue;
    // Only a table that this transaction emptied can take frozen rows, which need no vacuum.
    await loader.run(`truncate "${table}"`);
    emptied.add(table);
  }
  return { emptied, references, keys, indexes };
}

/** @param next awaited before each step; it shows progress or ends the load */
export async function rebuildIndexes(
  loader: Loader,
  tables: readonly string[],
  { keys, indexes, references }: DroppedIndexes,
  next: (name: string) => Promise<void> | void,
): Promise<void> {
  for (const { table, name, definition } of keys) {
    await next(name);
    await loader.run(`alter table ${table} add constraint "${name}" ${definition}`);
  }
  for (const { name, definition } of indexes) {
    await next(name);
    await loader.run(definition);
  }
  for (const { table, name, definition } of references) {
    await next(name);
    await loader.run(`alter table ${table} add constraint "${name}" ${definition}`);
  }
  await eachTable(loader, tables, (table) => `alter table "${table}" enable trigger user`);
}
