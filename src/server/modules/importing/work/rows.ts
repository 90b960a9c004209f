import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { RowState } from '#domain/calls/importing.ts';
import type { Db } from '#server/db/connect.ts';
import { importRowTable } from '#server/db/schema.ts';
import type { StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import type { StoredImportRow } from '#server/modules/importing/rules/read-around.ts';

const READ = {
  fila: importRowTable.fila,
  celdas: importRowTable.celdas,
  estado: importRowTable.estado,
  decision: importRowTable.decision,
  elegida: importRowTable.elegida,
  detalle: importRowTable.detalle,
  persona: importRowTable.persona,
  registro: importRowTable.registro,
  version: importRowTable.version,
  huella: importRowTable.huella,
};

const inState = (id: string, states: readonly RowState[]) =>
  and(eq(importRowTable.importacion, id), inArray(importRowTable.estado, [...states]));

const ofImport = (id: string) => eq(importRowTable.importacion, id);

/** Rows that the present round has not rehearsed yet. */
export const rowsToRehearse = (db: Db, { _id, vuelta }: StoredImport, most: number): Promise<StoredImportRow[]> =>
  db
    .select(READ)
    .from(importRowTable)
    .where(and(ofImport(_id), lt(importRowTable.vuelta, vuelta)))
    .orderBy(importRowTable.vuelta, importRowTable.fila)
    .limit(most);

/** The rows that this round has rehearsed and that stand for a record with one of these keys. */
export async function rowsWithKeys(db: Db, { _id, vuelta }: StoredImport, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .select({ clave: importRowTable.clave, fila: importRowTable.fila, huella: importRowTable.huella })
    .from(importRowTable)
    .where(
      and(
        ofImport(_id),
        inArray(importRowTable.clave, [...keys]),
        eq(importRowTable.vuelta, vuelta),
        inArray(importRowTable.estado, RECORD_STATES),
      ),
    )
    .orderBy(importRowTable.fila);
}

/** The states of rows that stand for a record. */
export const RECORD_STATES: RowState[] = ['nueva', 'cambia', 'igual', 'parecida', 'importada'];

/** Rows of one person stand together, so that her or his booklet is written once. */
export const rowsByPerson = (db: Db, id: string, state: RowState, most: number): Promise<StoredImportRow[]> =>
  db
    .select(READ)
    .from(importRowTable)
    .where(inState(id, [state]))
    .orderBy(importRowTable.persona, importRowTable.fila)
    .limit(most);

/** Stores what is known of rows in one statement; a property that a row lacks stays as it is. */
export async function storeRows(
  db: Db,
  id: string,
  rows: readonly (Partial<typeof importRowTable.$inferInsert> & { readonly fila: number })[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = {
    estado: 'text',
    vuelta: 'integer',
    clave: 'text',
    huella: 'text',
    detalle: 'jsonb',
    persona: 'uuid',
    registro: 'uuid',
    version: 'integer',
    accion: 'text',
    antes: 'jsonb',
  } as const;
  const names = Object.keys(columns).filter((name) => name in first) as (keyof typeof columns)[];
  const sent = rows.map((row) =>
    Object.fromEntries([['fila', row.fila], ...names.map((name) => [name, row[name] ?? null])]),
  );
  const types = sql.raw(['fila integer', ...names.map((name) => `${name} ${columns[name]}`)].join(', '));
  const sets = sql.raw(names.map((name) => `${name} = sent.${name}`).join(', '));
  await db.execute(sql`update ${importRowTable} set ${sets} from json_to_recordset(${JSON.stringify(sent)}::json) as sent(${types})
    where ${importRowTable.importacion} = ${id} and ${importRowTable.fila} = sent.fila`);
}
