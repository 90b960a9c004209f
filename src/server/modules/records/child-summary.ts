import { asc, eq, gt, inArray, lte, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  type ChildSummary,
  childSummary,
  type KeptOnChild,
  type KeptOnControl,
} from '#domain/booklet/child-summary.ts';
import { today } from '#domain/calendar.ts';
import { isSex, loadStandards } from '#domain/growth/who/standards.ts';
import type { Db } from '#server/db/connect.ts';
import { ALWAYS, control, nino } from '#server/db/schema.ts';
import { type ChildHistory, historyColumns } from './child-history.ts';

/** The columns in which a child's summary is kept, in the order in which statements name them. */
export const KEPT_COLUMNS = [
  'estado',
  'controlFecha',
  'controlEdad',
  'controlPeso',
  'controlLongitud',
  'vacunas',
  'zpeso',
  'ztalla',
  'zpesotalla',
  'zimc',
  'discrepancia',
  'cruce',
  'proximoControl',
  'proximaVacuna',
  'prioridad',
  'visitarDesde',
  'seguimientoHasta',
  'visto',
  'desnutricionDesde',
  'vacunasDebidas',
  'revisar',
] as const satisfies readonly (keyof KeptOnChild)[];

/** What is kept on a child and its controls, and those of the controls on which something else is kept so far. */
export interface HistorySummary extends ChildSummary {
  readonly changed: readonly KeptOnControl[];
}

/** All that is kept on a child and its controls, as of a day. */
export async function summaryOf(history: ChildHistory, day: string = today()): Promise<HistorySummary> {
  const { sexo, control: controls, vacuna: vaccines } = history;
  const standards = isSex(sexo) ? await loadStandards(sexo) : null;
  const summary = childSummary(history, controls, vaccines, standards, day);
  const before = new Map(controls.map((one) => [one._id, one]));
  const changed = summary.controls.filter(({ _id, ztalla, ultimoDelMes }) => {
    const one = before.get(_id);
    return ztalla !== one?.ztalla || ultimoDelMes !== one.ultimoDelMes;
  });
  return { ...summary, changed };
}

const columnName = (column: PgColumn) => sql.identifier(column.name);

/** Writes on controls what is kept on them: `rows` is JSON, a list of {@link KeptOnControl}. */
const keepOnControls = (rows: SQLChunk, condition = sql`true`) => sql`update ${control} set
    ${columnName(control.ztalla)} = kept.ztalla, ${columnName(control.ultimoDelMes)} = kept."ultimoDelMes"
    from json_to_recordset(${rows}::json) as kept(_id uuid, ztalla numeric, "ultimoDelMes" boolean)
    where ${control._id} = kept._id and ${condition}`;

/** Writes a summary, in one statement. */
export async function writeSummary(db: Db, ninoId: string, { child, changed }: HistorySummary): Promise<void> {
  const parts =
    changed.length > 0 ? [db.$with('kept_on_controls', {}).as(keepOnControls(JSON.stringify(changed)))] : [];
  await db
    .with(...parts)
    .update(nino)
    .set(child)
    .where(eq(nino._id, ninoId));
}

/** The part of a prepared statement that writes what changed on the controls; it comes with {@link changedValues}. */
export const preparedControls = (db: Db, condition: SQL) =>
  db.$with('kept_on_controls', {}).as(keepOnControls(sql.placeholder('kept_on_controls'), condition));

/** What the placeholders for a child's kept columns stand for. */
export const keptValues = ({ child }: HistorySummary) =>
  Object.fromEntries(KEPT_COLUMNS.map((name) => [`of_kept_${name}`, child[name]]));

/** @param writing the control that is the statement's own affair */
export const changedValues = ({ changed }: HistorySummary, writing?: string) => ({
  kept_on_controls: JSON.stringify(changed.filter(({ _id }) => _id !== writing)),
});

/** Computes a child anew, in one statement that reads and one that writes. Does nothing when the child is no more. */
export async function refreshChild(db: Db, ninoId: string): Promise<void> {
  const [history] = await db.select(historyColumns(ninoId)).from(nino).where(eq(nino._id, ninoId));
  if (history) await writeSummary(db, ninoId, await summaryOf(history));
}

/** Computed in one transaction, for which everybody waits where the database answers one at a time. */
const BATCH = 5;

/**
 * Computes anew the children of whom something follows from a day that has passed, and those that were written without the
 * application. Several processes may do so at once.
 * @param between waited for before every batch; false ends it
 * @returns how many children were visited
 */
export async function refreshOutdated(db: Db, between: () => boolean | Promise<boolean> = () => true): Promise<number> {
  let visited = 0;
  while (await between()) {
    const children = await db.transaction(async (inside) => {
      // Whoever has the booklet on a device knows what day it is.
      await inside.execute(sql`select set_config('libreta.solo_cambia_el_dia', 'si', true)`);
      const outdated = await inside
        .select({ id: nino._id })
        .from(nino)
        .where(lte(nino.revisar, today()))
        .orderBy(asc(nino.revisar))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      for (const { id } of outdated) await refreshChild(inside, id);
      return outdated.length;
    });
    visited += children;
    if (children < BATCH) break;
  }
  return visited;
}

/**
 * Lets `refreshOutdated` visit also those that are right for a while yet.
 * @returns whether it came to the end
 */
export async function outdateAll(db: Db, day: string, between: () => boolean | Promise<boolean>): Promise<boolean> {
  while (await between()) {
    const some = db
      .select({ id: nino._id })
      .from(nino)
      .where(gt(nino.revisar, day))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    const outdated = await db
      .update(nino)
      .set({ revisar: ALWAYS })
      .where(inArray(nino._id, some))
      .returning({ id: nino._id });
    if (outdated.length === 0) return true;
  }
  return false;
}

/** Computes every child anew, after a rule has changed. @returns how many children were visited */
export async function refreshEverything(db: Db): Promise<number> {
  await db.update(nino).set({ revisar: ALWAYS });
  return refreshOutdated(db);
}
