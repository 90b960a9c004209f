import { addDays, daysBetween, LOCALE, today } from '../calendar.ts';
import { disagreement } from '../growth/disagreement.ts';
import { type PlausibleScores, plausibleScores } from '../growth/evaluate.ts';
import { INDICATORS, type IndicatorKey } from '../growth/indicators.ts';
import { malnutritionStatus, type Status } from '../growth/malnutrition.ts';
import { crossedAtLast } from '../growth/trajectory.ts';
import type { Standards } from '../growth/who/standards.ts';
import { nextVaccine } from '../vaccines/timeline.ts';
import { followedUntil, nextControl } from './controls.ts';
import { malnourishedSince, type VisitFacts, visitOrder } from './visits.ts';

export interface SummarisedChild {
  readonly birth: string | null;
  readonly registered: Date;
}

/** kg, cm, and `registered` in seconds since 1970. */
export interface SummarisedControl {
  readonly _id: string;
  readonly fecha: string;
  readonly edad: number;
  readonly peso: number;
  readonly longitud: number;
  readonly perimetro: number;
  readonly registered: number;
  readonly orden: number;
}

export interface SummarisedVaccine {
  readonly tipovacuna: string;
  readonly dosis: number;
  readonly fechaaplicacion: string;
}

export interface StoredChildSummary extends VisitFacts {
  /** The programme's status at the latest control, and the values of that control. */
  estado: Status;
  controlFecha: string | null;
  controlEdad: number | null;
  controlPeso: number | null;
  controlLongitud: number | null;
  vacunas: number;
  zpeso: number | null;
  ztalla: number | null;
  zpesotalla: number | null;
  zimc: number | null;
  discrepancia: string | null;
  prioridad: number;
  visitarDesde: string | null;
  seguimientoHasta: string;
  /** The day on which the summary must be computed again, because parts of it depend on the day. */
  revisar: string;
}

export interface StoredControlSummary {
  _id: string;
  ztalla: number | null;
  ultimoDelMes: boolean;
}

export interface ChildSummary {
  readonly child: StoredChildSummary;
  readonly controls: readonly StoredControlSummary[];
}

/** A day that does not come. */
const NEVER = '9999-12-31';

const NO_SCORES: PlausibleScores = { peso: null, talla: null, pesotalla: null, imc: null, perimetro: null };

function scoresOf(control: SummarisedControl, birth: string | null, standards: Standards | null): PlausibleScores {
  if (!birth || !standards) return NO_SCORES;
  const { fecha, peso, longitud, perimetro } = control;
  return plausibleScores({ edadDias: daysBetween(birth, fecha), peso, longitud, perimetro }, standards);
}

const namesOf = (crossed: readonly IndicatorKey[]): string | null =>
  crossed.map((key) => INDICATORS[key].short.toLocaleLowerCase(LOCALE)).join(', ') || null;

const monthOf = (fecha: string) => fecha.slice(0, 7);

const inOrder = (a: SummarisedControl, b: SummarisedControl) =>
  (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0) || a.registered - b.registered || (a.orden < b.orden ? -1 : 1);

const keptOnControls = (
  controls: readonly SummarisedControl[],
  scores: readonly PlausibleScores[],
  day: string,
): StoredControlSummary[] =>
  controls.map(({ _id, fecha }, index) => {
    const next = controls[index + 1]?.fecha;
    const last = !next || monthOf(next) !== monthOf(fecha) || next > day;
    return { _id, ztalla: scores[index]?.talla ?? null, ultimoDelMes: last && fecha <= day };
  });

/** Computes the summary. @param given in any order @param standards those of the child's sex; null if it is unknown @param day today */
export function childSummary(
  { birth, registered }: SummarisedChild,
  given: readonly SummarisedControl[],
  vaccines: readonly SummarisedVaccine[],
  standards: Standards | null,
  day: string,
): ChildSummary {
  const controls = given.toSorted(inOrder);
  const scores = controls.map((one) => scoresOf(one, birth, standards));

  const latest = controls.at(-1) ?? null;
  // A control in the future is a mistake or a plan: the child was not seen or measured then.
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
    controls: keptOnControls(controls, scores, day),
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
      revisar: changes.filter((one) => one != null).sort()[0] ?? NEVER,
    },
  };
}
