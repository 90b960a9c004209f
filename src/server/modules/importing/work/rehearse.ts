import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { ImportSummary } from '#server/db/import-tables.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { importRowTable, importTable } from '#server/db/schema.ts';
import { examineRows } from '../examine-rows.ts';
import { readContext, type StoredImport } from '../import-rules.ts';
import type { Work } from './work.ts';
import { rowsInOrder, storeRows } from './rows.ts';
import { proceed } from './turn.ts';

/** Rows that name a record of an earlier row: a repetition changes nothing, a contradiction is a problem. */
async function settleRepetitions(db: Db, id: string): Promise<void> {
  const repeats = (fila: string) => sql.raw(`'Repite la fila ' || ${fila}`);
  await db.execute(sql`
    with early as (
      select clave, min(fila) as fila from ${importRowTable}
      where importacion = ${id} and clave is not null and estado in ('nueva', 'cambia', 'igual', 'parecida')
      group by clave having count(*) > 1
    )
    update ${importRowTable} as late set
      estado = case when late.huella = one.huella then 'igual' else 'problema' end,
      detalle = case when late.huella = one.huella then jsonb_build_object('nota', ${repeats('one.fila')})
        else jsonb_build_object('problemas', jsonb_build_array(jsonb_build_object('campo', '', 'titulo', '', 'valor', '',
          'msg', 'La fila ' || one.fila || ' ya tiene este registro con otros datos'))) end
    from early join ${importRowTable} as one on one.importacion = ${id} and one.fila = early.fila
    where late.importacion = ${id} and late.clave = early.clave and late.fila > early.fila
      and late.estado in ('nueva', 'cambia', 'igual', 'parecida')`);
}

const SHOWN_OPTIONS = 50;

async function summaryOf(db: Db, id: string): Promise<ImportSummary> {
  const opcionesNuevas = await rawRows<{ campo: string; valores: string[]; filas: number }>(
    db,
    sql`select named.campo, sum(named.filas)::integer as filas, (array_agg(named.valor order by named.filas desc, named.valor))[1:${SHOWN_OPTIONS}] as valores
      from (
        select one->>'campo' as campo, one->>'valor' as valor, count(*) as filas
        from ${importRowTable}, jsonb_array_elements(detalle->'opciones') as one
        where importacion = ${id} and detalle ? 'opciones' group by 1, 2
      ) as named group by named.campo order by named.campo`,
  );
  const [zeros] = await rawRows<{ n: number }>(
    db,
    sql`select count(*)::integer as n from ${importRowTable} where importacion = ${id} and detalle ? 'ceros'`,
  );
  return { opcionesNuevas, cerosPerdidos: zeros?.n ?? 0 };
}

/** Finds out what each waiting row would do; nothing but the rows themselves is written. */
export async function rehearse(work: Work): Promise<StoredImport> {
  const { turn, db, rowsAtOnce } = work;
  const { _id: id } = turn.stored;
  let { stored } = turn;
  for (;;) {
    await work.pause();
    const context = await readContext(db, stored, work.haemoglobinTable);
    const rows = await rowsInOrder(db, id, 'pendiente', rowsAtOnce);
    if (rows.length === 0) break;
    const examined = await examineRows(db, context, rows, { locked: false });
    stored = await db.transaction(async (inside) => {
      await storeRows(inside, id, examined);
      return proceed(inside, { ...turn, stored }, { hechas: sql`${importTable.hechas} + ${rows.length}` });
    });
  }
  return db.transaction(async (inside) => {
    await settleRepetitions(inside, id);
    const isOver = stored.terminada !== null;
    return proceed(
      inside,
      { ...turn, stored },
      { estado: isOver ? 'importada' : 'ensayada', resumen: await summaryOf(inside, id) },
    );
  });
}
