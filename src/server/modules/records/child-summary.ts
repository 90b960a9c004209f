import { asc, eq, lte, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addDays, daysBetween, LOCALE, today } from '#domain/calendar.ts';
import { followedUntil, nextControl } from '#domain/follow-up/controls.ts';
import { malnourishedSince, visitOrder } from '#domain/follow-up/visits.ts';
import { disagreement } from '#domain/growth/disagreement.ts';
import { type PlausibleScores, plausibleScores } from '#domain/growth/evaluate.ts';
import { INDICATORS, type IndicatorKey } from '#domain/growth/indicators.ts';
import { malnutritionStatus } from '#domain/growth/malnutrition.ts';
import { crossedAtLast } from '#domain/growth/trajectory.ts';
import { isSex, loadStandards, type Standards } from '#domain/growth/who/standards.ts';
import { nextVaccine } from '#domain/vaccines/timeline.ts';
import type { Db } from '#server/db/connect.ts';
import { ALWAYS, control, nino } from '#server/db/schema.ts';
import { type ChildHistory, type ControlOfChild, historyColumns } from './child-history.ts';

const NO_SCORES: PlausibleScores = { peso: null, talla: null, pesotalla: null, imc: null, perimetro: null };

/** The plausible z-scores of a control; all null without sex and birth date. */
function scoresOf(control: ControlOfChild, birth: string | null, standards: Standards | null): PlausibleScores {
  if (!birth || !standards) return NO_SCORES;
  const { fecha, peso, longitud, perimetro } = control;
  return plausibleScores({ edadDias: daysBetween(birth, fecha), peso, longitud, perimetro }, standards);
}

const namesOf = (crossed: readonly IndicatorKey[]): string | null =>
  crossed.map((key) => INDICATORS[key].short.toLocaleLowerCase(LOCALE)).join(', ') || null;

const monthOf = (fecha: string) => fecha.slice(0, 7);

/** By day; of one day, the one registered last comes last. */
const inOrder = (a: ControlOfChild, b: ControlOfChild) =>
  (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0) || a.registered - b.registered || (a.orden < b.orden ? -1 : 1);

/** What follows from a control's neighbours and from the child. */
interface KeptOnControl {
  _id: string;
  ztalla: number | null;
  ultimoDelMes: boolean;
}

/** As of a day, of every control in order. */
const keptOnControls = (
  controls: readonly ControlOfChild[],
  scores: readonly PlausibleScores[],
  day: string,
): KeptOnControl[] =>
  controls.map(({ _id, fecha }, index) => {
    const next = controls[index + 1]?.fecha;
    const last = !next || monthOf(next) !== monthOf(fecha) || next > day;
    return { _id, ztalla: scores[index]?.talla ?? null, ultimoDelMes: last && fecha <= day };
  });

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
] as const;
type KeptColumn = (typeof KEPT_COLUMNS)[number];

/** What is kept on a child, and on each of its controls. */
export interface ChildSummary {
  readonly child: Readonly<Record<KeptColumn, unknown>> & Omit<Partial<typeof nino.$inferInsert>, '_id' | 'version'>;
  readonly controls: readonly KeptOnControl[];
  /** Those of the controls on which something else is kept so far. */
  readonly changed: readonly KeptOnControl[];
}

/**
 * All that is kept on a child and its controls: the status and the figures of the latest control (by fecha, ties:
 * registered last), z-scores, the vaccines, and what the list of visits is ordered by.
 */
export async function summaryOf(history: ChildHistory, day: string = today()): Promise<ChildSummary> {
  const { sexo, birth, registered, vacuna: vaccines } = history;
  const controls = history.control.toSorted(inOrder);
  const standards = isSex(sexo) ? await loadStandards(sexo) : null;
  const scores = controls.map((one) => scoresOf(one, birth, standards));
  const kept = keptOnControls(controls, scores, day);

  const latest = controls.at(-1) ?? null;
  // A date in the future is a mistake or a plan: it does not make the child seen, nor measured.
  const past = controls.filter(({ fecha }) => fecha <= day).length;
  const seen = controls[past - 1] ?? null;
  const now = scores[past - 1] ?? NO_SCORES;
  const z = { zpeso: now.peso, ztalla: now.talla, zpesotalla: now.pesotalla, zimc: now.imc };
  const status = malnutritionStatus(seen);
  const vaccine = nextVaccine(birth, vaccines, day);
  const facts = {
    visto: seen?.fecha ?? null,
    desnutricionDesde: malnourishedSince(status, seen?.fecha ?? null),
    proximoControl: nextControl(birth, seen?.fecha ?? null),
    proximaVacuna: vaccine.due,
    vacunasDebidas: vaccine.doses.join(', ') || null,
    cruce: namesOf(crossedAtLast(scores.slice(0, past))),
  };
  const seguimientoHasta = followedUntil(birth, today(registered));
  const followed = day <= seguimientoHasta;
  const { cambia, ...order } = visitOrder(facts, day);
  const changes = [vaccine.changes, cambia, controls[past]?.fecha, followed ? addDays(seguimientoHasta, 1) : null];
  return {
    controls: kept,
    changed: kept.filter(({ ztalla, ultimoDelMes }, index) => {
      const before = controls[index];
      return ztalla !== before?.ztalla || ultimoDelMes !== before.ultimoDelMes;
    }),
    child: {
      ...facts,
      ...z,
      estado: malnutritionStatus(latest),
      controlFecha: latest?.fecha ?? null,
      controlEdad: latest?.edad ?? null,
      controlPeso: latest?.peso ?? null,
      controlLongitud: latest?.longitud ?? null,
      vacunas: vaccines.length,
      discrepancia: disagreement(status, z),
      seguimientoHasta,
      ...order,
      ...(followed ? {} : { visitarDesde: null }),
      revisar: changes.filter(Boolean).sort()[0] ?? NEVER,
    },
  };
}

const columnName = (column: PgColumn) => sql.identifier(column.name);

/** Writes on controls what is kept on them: `rows` is JSON, a list of {@link KeptOnControl}. */
const keepOnControls = (rows: SQLChunk, condition = sql`true`) => sql`update ${control} set
    ${columnName(control.ztalla)} = kept.ztalla, ${columnName(control.ultimoDelMes)} = kept."ultimoDelMes"
    from json_to_recordset(${rows}::json) as kept(_id uuid, ztalla numeric, "ultimoDelMes" boolean)
    where ${control._id} = kept._id and ${condition}`;

/** Writes a summary, in one statement. */
export async function writeSummary(db: Db, ninoId: string, { child, changed }: ChildSummary): Promise<void> {
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
export const keptValues = ({ child }: ChildSummary) =>
  Object.fromEntries(KEPT_COLUMNS.map((name) => [`of_kept_${name}`, child[name]]));

/** @param writing the control that is the statement's own affair */
export const changedValues = ({ changed }: ChildSummary, writing?: string) => ({
  kept_on_controls: JSON.stringify(changed.filter(({ _id }) => _id !== writing)),
});

/** Computes a child anew, in one statement that reads and one that writes. Does nothing when the child is no more. */
export async function refreshChild(db: Db, ninoId: string): Promise<void> {
  const [history] = await db.select(historyColumns(ninoId)).from(nino).where(eq(nino._id, ninoId));
  if (history) await writeSummary(db, ninoId, await summaryOf(history));
}

/** A day that does not come. */
const NEVER = '9999-12-31';
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

/** Computes every child anew, after a rule has changed. @returns how many children were visited */
export async function refreshEverything(db: Db): Promise<number> {
  await db.update(nino).set({ revisar: ALWAYS });
  return refreshOutdated(db);
}
