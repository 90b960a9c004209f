import { asc, eq, lte } from 'drizzle-orm';
import { addDays, LOCALE, today } from '#domain/calendar.ts';
import { followedUntil, nextControl } from '#domain/follow-up/controls.ts';
import { malnourishedSince, visitOrder } from '#domain/follow-up/visits.ts';
import { disagreement } from '#domain/growth/disagreement.ts';
import { INDICATORS, type IndicatorKey } from '#domain/growth/indicators.ts';
import { malnutritionStatus } from '#domain/growth/malnutrition.ts';
import { type Step, trajectoryOf } from '#domain/growth/trajectory.ts';
import { isSex, loadStandards } from '#domain/growth/who/standards.ts';
import { nextVaccine } from '#domain/vaccines/timeline.ts';
import type { Db } from '#server/db/connect.ts';
import { ALWAYS, control, nino, vacuna } from '#server/db/schema.ts';

type Scores = Record<IndicatorKey, number | null>;
const NO_SCORES: Scores = { peso: null, talla: null, pesotalla: null, imc: null, perimetro: null };

/** The plausible z-scores of a control; all null without sex and birth date. */
function scoresOf({ evaluation }: Step): Scores {
  if (!evaluation) return NO_SCORES;
  const entries = Object.entries(evaluation.scores).map(([key, score]) => [
    key,
    score && !score.flagged ? score.z : null,
  ]);
  return Object.fromEntries(entries) as Scores;
}

const crossedNames = (step: Step | undefined): string | null =>
  step?.crossed.map((key) => INDICATORS[key].short.toLocaleLowerCase(LOCALE)).join(', ') || null;

const monthOf = (fecha: string) => fecha.slice(0, 7);

/** Controls in order; of one day, the one registered last comes last. */
async function controlsOf(db: Db, ninoId: string) {
  const { _id, fecha, edad, peso, longitud, perimetro, ztalla, ultimoDelMes } = control;
  return db
    .select({ _id, fecha, edad, peso, longitud, perimetro, ztalla, ultimoDelMes })
    .from(control)
    .where(eq(control.parentId, ninoId))
    .orderBy(asc(fecha), asc(control.fechaRegistro), asc(control.orden));
}
type Control = Awaited<ReturnType<typeof controlsOf>>[number];

/** Writes, as of a day, what follows from a control's neighbours and from the child; most of the time nothing changed. */
async function keepOnControls(
  db: Db,
  controls: readonly Control[],
  scores: readonly Scores[],
  day: string,
): Promise<void> {
  for (const [index, { _id, fecha, ztalla, ultimoDelMes }] of controls.entries()) {
    const next = controls[index + 1]?.fecha;
    const last = !next || monthOf(next) !== monthOf(fecha) || next > day;
    const kept = { ztalla: scores[index]?.talla ?? null, ultimoDelMes: last && fecha <= day };
    if (kept.ztalla === ztalla && kept.ultimoDelMes === ultimoDelMes) continue;
    await db.update(control).set(kept).where(eq(control._id, _id));
  }
}

/**
 * Computes anew all that is kept on a child and its controls: the status and the figures of the latest control (by fecha, ties:
 * registered last), z-scores, the vaccines, and what the list of visits is ordered by. Does nothing when the child is gone.
 */
export async function refreshChild(db: Db, ninoId: string, day: string = today()): Promise<void> {
  const [child] = await db
    .select({ sexo: nino.sexo, birth: nino.fechanacimiento, registered: nino.fechaRegistro })
    .from(nino)
    .where(eq(nino._id, ninoId));
  if (!child) return;
  const controls = await controlsOf(db, ninoId);
  const vaccines = await db
    .select({ tipovacuna: vacuna.tipovacuna, dosis: vacuna.dosis, fechaaplicacion: vacuna.fechaaplicacion })
    .from(vacuna)
    .where(eq(vacuna.parentId, ninoId));

  const standards = isSex(child.sexo) ? await loadStandards(child.sexo) : null;
  const steps = trajectoryOf(controls, child.birth, standards);
  const scores = steps.map(scoresOf);
  await keepOnControls(db, controls, scores, day);

  const latest = controls.at(-1) ?? null;
  // A date in the future is a mistake or a plan: it does not make the child seen, nor measured.
  const past = controls.filter(({ fecha }) => fecha <= day).length;
  const seen = controls[past - 1] ?? null;
  const now = scores[past - 1] ?? NO_SCORES;
  const z = { zpeso: now.peso, ztalla: now.talla, zpesotalla: now.pesotalla, zimc: now.imc };
  const status = malnutritionStatus(seen);
  const vaccine = nextVaccine(child.birth, vaccines, day);
  const facts = {
    visto: seen?.fecha ?? null,
    desnutricionDesde: malnourishedSince(status, seen?.fecha ?? null),
    proximoControl: nextControl(child.birth, seen?.fecha ?? null),
    proximaVacuna: vaccine.due,
    vacunasDebidas: vaccine.doses.join(', ') || null,
    cruce: crossedNames(steps[past - 1]),
  };
  const seguimientoHasta = followedUntil(child.birth, today(child.registered));
  const followed = day <= seguimientoHasta;
  const { cambia, ...order } = visitOrder(facts, day);
  const changes = [vaccine.changes, cambia, controls[past]?.fecha, followed ? addDays(seguimientoHasta, 1) : null];
  await db
    .update(nino)
    .set({
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
    })
    .where(eq(nino._id, ninoId));
}

/** A day that does not come. */
const NEVER = '9999-12-31';
const BATCH = 20;

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
      const found = await inside
        .select({ id: nino._id })
        .from(nino)
        .where(lte(nino.revisar, today()))
        .orderBy(asc(nino.revisar))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      for (const { id } of found) await refreshChild(inside, id);
      return found.length;
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
