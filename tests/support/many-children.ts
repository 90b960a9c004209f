import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';

interface ColumnName {
  readonly name: string;
}

/** Columns that differ between the copies. */
const OWN: Readonly<Record<string, string>> = {
  _id: 'gen_random_uuid()',
  cedula: "'M' || each",
  hcu: "'M' || each",
  cedulamadre: "'M' || each",
  fecha_registro: "child.fecha_registro - each * interval '1 minute'",
};

/** Inserts copies of a child without records, each registered a minute before the previous one. */
export async function manyChildren({ db }: Database, like: string, count: number): Promise<void> {
  const columns = await rawRows<ColumnName>(
    db,
    sql`select column_name as name from information_schema.columns where table_name = 'nino' and is_identity = 'NO'`,
  );
  const names = sql.raw(columns.map(({ name }) => `"${name}"`).join(', '));
  const values = sql.raw(columns.map(({ name }) => OWN[name] ?? `child."${name}"`).join(', '));
  await db.execute(sql`insert into nino (${names}) select ${values}
    from nino as child, generate_series(1, ${count}::int) as each where child._id = ${like}`);
}
