import { addDays, LOCALE, today } from '../calendar.ts';
import {
  type Birth,
  daysOfAge,
  gestationOf,
  growthAge,
  isCorrected,
  type NewbornRecord,
} from '../growth/corrected-age.ts';
import { disagreement } from '../growth/disagreement.ts';
import { type PlausibleScores, plausibleScores } from '../growth/evaluate.ts';
import { INDICATORS, type IndicatorKey } from '../growth/indicators.ts';
import { malnutritionStatus } from '../growth/malnutrition.ts';
import type { Status } from '../growth/status.ts';
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

/** The records of a child from which its summary is computed, in any order. */
export interface SummarisedRecords {
  readonly control: readonly SummarisedControl[];
  readonly vacuna: readonly SummarisedVaccine[];
  readonly rn: readonly NewbornRecord[];
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
  /** Days of pregnancy at birth, by the newborn record. */
  gestacion: number | null;
  /** Whether the z-scores are those of the corrected age. */
  edadCorregida: boolean;
  /** The length-for-age of the chronological age, if the other one is of the corrected age. */
  ztallaCronologica: number | null;
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
  edadCorregida: boolean;
  ztallaCronologica: number | null;
}

export interface ChildSummary {
  readonly child: StoredChildSummary;
  readonly controls: readonly StoredControlSummary[];
}

/** A day that does not come. */
const NEVER = '9999-12-31';

const NO_SCORES: PlausibleScores = { peso: null, talla: null, pesotalla: null, imc: null, perimetro: null };

/** The scores of a control and, if they are of the corrected age, those of the chronological one. */
interface ControlScores {
  readonly z: PlausibleScores;
  readonly uncorrected: PlausibleScores | null;
}

const NOT_SCORED: ControlScores = { z: NO_SCORES, uncorrected: null };

/** The scores as they compare with the last control: all chronological if that one has no corrected age any more. */
function comparable(scores: readonly ControlScores[]): PlausibleScores[] {
  const isLastCorrected = scores.at(-1)?.uncorrected != null;
  return scores.map(({ z, uncorrected }) => (isLastCorrected ? z : (uncorrected ?? z)));
}

function scoresOf(control: SummarisedControl, child: Birth, standards: Standards | null): ControlScores {
  const age = growthAge(child, control.fecha);
  if (!age || !standards) return NOT_SCORED;
  const { peso, longitud, perimetro } = control;
  const at = (edadDias: number | null) => plausibleScores({ edadDias, peso, longitud, perimetro }, standards);
  return { z: at(daysOfAge(age)), uncorrected: isCorrected(age) ? at(age.cronologica) : null };
}

const namesOf = (crossed: readonly IndicatorKey[]): string | null =>
  crossed.map((key) => INDICATORS[key].short.toLocaleLowerCase(LOCALE)).join(', ') || null;

const monthOf = (fecha: string) => fecha.slice(0, 7);

const inOrder = (a: SummarisedControl, b: SummarisedControl) =>
  (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0) || a.registered - b.registered || (a.orden < b.orden ? -1 : 1);

const storedUncorrected = (uncorrected: PlausibleScores | null) => ({
  edadCorregida: uncorrected !== null,
  ztallaCronologica: uncorrected?.talla ?? null,
});

const keptOnControls = (
  controls: readonly SummarisedControl[],
  scores: readonly ControlScores[],
  day: string,
): StoredControlSummary[] =>
  controls.map(({ _id, fecha }, index) => {
    const next = controls[index + 1]?.fecha;
    const last = !next || monthOf(next) !== monthOf(fecha) || next > day;
    const { z, uncorrected } = scores[index] ?? NOT_SCORED;
    return { _id, ztalla: z.talla, ultimoDelMes: last && fecha <= day, ...storedUncorrected(uncorrected) };
  });

/** Computes the summary. @param standards those of the child's sex; null if it is unknown @param day today */
export function childSummary(
  { birth, registered }: SummarisedChild,
  { control, vacuna, rn }: SummarisedRecords,
  standards: Standards | null,
  day: string,
): ChildSummary {
  const controls = control.toSorted(inOrder);
  const gestacion = gestationOf(rn);
  const scores = controls.map((one) => scoresOf(one, { birth, gestacion }, standards));

  const latest = controls.at(-1) ?? null;
  // A control in the future is a mistake or a plan: the child was not seen or measured then.
  const past = controls.filter(({ fecha }) => fecha <= day).length;
  const seen = controls[past - 1] ?? null;
  const { z: now, uncorrected } = scores[past - 1] ?? NOT_SCORED;
  const z = { zpeso: now.peso, ztalla: now.talla, zpesotalla: now.pesotalla, zimc: now.imc };
  const status = malnutritionStatus(seen);
  const vaccine = nextVaccine(birth, vacuna, day);
  const facts = {
    visto: seen?.fecha ?? null,
    desnutricionDesde: malnourishedSince(status, seen?.fecha ?? null),
    proximoControl: nextControl(birth, seen?.fecha ?? null),
    proximaVacuna: vaccine.due,
    vacunasDebidas: vaccine.doses.join(', ') || null,
    cruce: namesOf(crossedAtLast(comparable(scores.slice(0, past)))),
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
      vacunas: vacuna.length,
      // The report shows it beside the status and the day of the latest control.
      discrepancia: seen === latest ? disagreement(status, z) : null,
      gestacion,
      ...storedUncorrected(uncorrected),
      seguimientoHasta,
      ...order,
      ...(followed ? {} : { visitarDesde: null }),
      revisar: changes.filter((one) => one != null).sort()[0] ?? NEVER,
    },
  };
}
