import { inArray, sql } from 'drizzle-orm';
import type { Import } from '#domain/calls/importing.ts';
import type { Db } from '#server/db/connect.ts';
import type { ImportSummary } from '#server/db/import-tables.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { importRowTable } from '#server/db/schema.ts';
import { type ExaminedRow, examineRows } from '#server/modules/importing/rules/examine-rows.ts';
import { type ImportContext, readContext, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import type { StoredImportRow } from '#server/modules/importing/rules/read-around.ts';
import { RECORD_STATES, rowsToRehearse, rowsWithKeys, storeRows } from './rows.ts';
import { proceed, progress } from './turn.ts';
import type { Work } from './work.ts';

type Standing = Pick<ExaminedRow, 'fila' | 'huella'>;

/** One row stands for each record: another one with the same values repeats it, one with other values is a problem. */
async function settleRepetitions(db: Db, stored: StoredImport, rows: readonly ExaminedRow[]): Promise<ExaminedRow[]> {
  const standing = new Map<string, Standing>();
  const keys = rows.flatMap(({ clave, estado }) => (clave !== null && RECORD_STATES.includes(estado) ? [clave] : []));
  // Rows are not always rehearsed in their order: a decision or a stop leaves earlier ones for later.
  for (const { clave, ...row } of await rowsWithKeys(db, stored, keys)) if (clave !== null) standing.set(clave, row);
  return rows.map((row): ExaminedRow => {
    if (row.clave === null || !RECORD_STATES.includes(row.estado)) return row;
    const other = standing.get(row.clave);
    if (!other) {
      standing.set(row.clave, row);
      return row;
    }
    if (other.huella === row.huella)
      return { ...row, clave: null, estado: 'igual', detalle: { nota: `Repite la fila ${other.fila}` } };
    const msg = `La fila ${other.fila} ya tiene este registro con otros datos`;
    return { ...row, estado: 'problema', detalle: { problemas: [{ campo: '', titulo: '', valor: '', msg }] } };
  });
}

const SHOWN_OPTIONS = 50;

/** The options that are added, or that rows with problems would need; zeros to restore; warnings. */
export async function summaryOf(db: Db, { _id: id, agregar: adding }: StoredImport): Promise<ImportSummary> {
  const opcionesNuevas = await rawRows<Import['opcionesNuevas'][number]>(
    db,
    sql`select named.campo, sum(named.filas)::integer as filas, (array_agg(named.valor order by named.filas desc, named.valor))[1:${SHOWN_OPTIONS}] as valores
      from (
        select one->>'campo' as campo, one->>'valor' as valor, count(*) as filas
        from ${importRowTable}, jsonb_array_elements(detalle->'opciones') as one
        where importacion = ${id} and detalle ? 'opciones' and case
          when ${JSON.stringify(adding)}::jsonb ? (one->>'campo') then estado in ('nueva', 'cambia') else estado = 'problema' end
        group by 1, 2
      ) as named group by named.campo order by named.campo`,
  );
  const [counts] = await rawRows<Omit<ImportSummary, 'opcionesNuevas'>>(
    db,
    sql`select count(*) filter (where estado = 'problema' and detalle ? 'ceros')::integer as "cerosPerdidos",
        count(*) filter (where detalle ? 'advertencias')::integer as advertidas
      from ${importRowTable} where importacion = ${id}`,
  );
  return { opcionesNuevas, cerosPerdidos: 0, advertidas: 0, ...counts };
}

/** Keeps the people whom the rows name from being erased before the rows are stored. @returns those who are not there any more */
async function holdPeople(db: Db, { definition }: ImportContext, rows: readonly ExaminedRow[]): Promise<Set<string>> {
  const table = recordTable(definition.parent?.record ?? definition.key);
  const named = rows.flatMap(({ persona, detalle }) => [...(persona ? [persona] : []), ...(detalle.semejantes ?? [])]);
  const people = [...new Set(named)];
  const held = await db
    .select({ id: table._id })
    .from(table)
    .where(inArray(table._id, people))
    .orderBy(table._id)
    .for('key share');
  const isThere = new Set(held.map(({ id }) => id));
  return new Set(people.filter((id) => !isThere.has(id)));
}

/** A row that was decided names the people whom it resembled then, also those who were deleted since. */
const withoutPeople = (rows: readonly StoredImportRow[], gone: ReadonlySet<string>): StoredImportRow[] =>
  rows.map((row) => {
    const semejantes = row.detalle?.semejantes?.filter((id) => !gone.has(id));
    return semejantes ? { ...row, detalle: { ...row.detalle, semejantes } } : row;
  });

const MOST_PASSES = 10;

/** Examines rows until all people whom they name are held. @throws Error if people go again and again: the batch is tried later */
async function examineHeld(db: Db, context: ImportContext, rows: readonly StoredImportRow[]): Promise<ExaminedRow[]> {
  let left = rows;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const examined = await examineRows(db, context, left, { locked: false });
    const gone = await holdPeople(db, context, examined);
    if (gone.size === 0) return examined;
    left = withoutPeople(left, gone);
  }
  throw new Error('people of the rehearsed rows were deleted again and again');
}

/** Where an import rests after a rehearsal; the rehearsal after an import only looks at what was left. */
export function restingState({ terminada, detenida }: StoredImport): 'ensayada' | 'importada' | 'parada' {
  if (terminada === null) return 'ensayada';
  return detenida ? 'parada' : 'importada';
}

/** Rehearses the next rows; decisions about them wait meanwhile. @returns the import; null when no row waits any more */
async function rehearseBatch(work: Work, stored: StoredImport): Promise<StoredImport | null> {
  const { turn, db, rowsAtOnce, haemoglobinTable } = work;
  return db.transaction(async (inside) => {
    const now = await proceed(inside, { ...turn, stored }, {});
    const rows = await rowsToRehearse(inside, now, rowsAtOnce);
    if (rows.length === 0) {
      const resumen = await summaryOf(inside, now);
      await proceed(inside, { ...turn, stored: now }, { estado: restingState(now), resumen });
      return null;
    }
    const context = await readContext(inside, now, haemoglobinTable);
    const judged = await examineHeld(inside, context, rows);
    const { vuelta } = now;
    const examined = (await settleRepetitions(inside, now, judged)).map((row) => ({ ...row, vuelta }));
    await storeRows(inside, now._id, examined);
    return proceed(inside, { ...turn, stored: now }, progress(rows.length));
  });
}

/** Finds out what each waiting row would do; nothing but the rows themselves is written. */
export async function rehearse(work: Work): Promise<void> {
  for (let stored: StoredImport | null = work.turn.stored; stored; ) {
    await work.pause();
    stored = await rehearseBatch(work, stored);
  }
}
