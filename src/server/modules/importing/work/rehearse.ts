import { sql } from 'drizzle-orm';
import type { Import } from '#domain/calls/importing.ts';
import type { Db } from '#server/db/connect.ts';
import type { ImportSummary } from '#server/db/import-tables.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { importRowTable } from '#server/db/schema.ts';
import { type ExaminedRow, examineRows } from '#server/modules/importing/rules/examine-rows.ts';
import { readContext, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';
import { earlierRows, RECORD_STATES, rowsToRehearse, storeRows } from './rows.ts';
import { proceed, progress } from './turn.ts';
import type { Work } from './work.ts';

/** A row that names the record of an earlier one: a repetition changes nothing, a contradiction is a problem. */
async function settleRepetitions(db: Db, stored: StoredImport, rows: readonly ExaminedRow[]): Promise<ExaminedRow[]> {
  const keys = rows.flatMap(({ clave, estado }) => (clave !== null && RECORD_STATES.includes(estado) ? [clave] : []));
  const last = Math.max(...rows.map(({ fila }) => fila));
  const first = new Map<string, { fila: number; huella: string | null }>();
  const note = (clave: string | null, row: { fila: number; huella: string | null }) => {
    if (clave !== null && row.fila < (first.get(clave)?.fila ?? Number.POSITIVE_INFINITY)) first.set(clave, row);
  };
  for (const { clave, ...row } of await earlierRows(db, stored, keys, last)) note(clave, row);
  for (const { clave, estado, ...row } of rows) if (RECORD_STATES.includes(estado)) note(clave, row);
  return rows.map((row): ExaminedRow => {
    const earlier = row.clave === null || !RECORD_STATES.includes(row.estado) ? undefined : first.get(row.clave);
    if (!earlier || earlier.fila === row.fila) return row;
    if (earlier.huella === row.huella)
      return { ...row, estado: 'igual', detalle: { nota: `Repite la fila ${earlier.fila}` } };
    const msg = `La fila ${earlier.fila} ya tiene este registro con otros datos`;
    return { ...row, estado: 'problema', detalle: { problemas: [{ campo: '', titulo: '', valor: '', msg }] } };
  });
}

const SHOWN_OPTIONS = 50;

async function summaryOf(db: Db, id: string): Promise<ImportSummary> {
  const opcionesNuevas = await rawRows<Import['opcionesNuevas'][number]>(
    db,
    sql`select named.campo, sum(named.filas)::integer as filas, (array_agg(named.valor order by named.filas desc, named.valor))[1:${SHOWN_OPTIONS}] as valores
      from (
        select one->>'campo' as campo, one->>'valor' as valor, count(*) as filas
        from ${importRowTable}, jsonb_array_elements(detalle->'opciones') as one
        where importacion = ${id} and estado = 'problema' and detalle ? 'opciones' group by 1, 2
      ) as named group by named.campo order by named.campo`,
  );
  const [zeros] = await rawRows<{ n: number }>(
    db,
    sql`select count(*)::integer as n from ${importRowTable} where importacion = ${id} and estado = 'problema' and detalle ? 'ceros'`,
  );
  return { opcionesNuevas, cerosPerdidos: zeros?.n ?? 0 };
}

/** Rehearses the next rows; decisions about them wait meanwhile. @returns the import; null when no row waits any more */
async function rehearseBatch(work: Work, stored: StoredImport): Promise<StoredImport | null> {
  const { turn, db, rowsAtOnce, haemoglobinTable } = work;
  return db.transaction(async (inside) => {
    const now = await proceed(inside, { ...turn, stored }, {});
    const rows = await rowsToRehearse(inside, now, rowsAtOnce);
    if (rows.length === 0) {
      const estado = now.terminada === null ? 'ensayada' : 'importada';
      await proceed(inside, { ...turn, stored: now }, { estado, resumen: await summaryOf(inside, now._id) });
      return null;
    }
    const context = await readContext(inside, now, haemoglobinTable);
    const judged = await examineRows(inside, context, rows, { locked: false });
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
