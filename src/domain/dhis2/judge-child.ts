import { daysOfAge, growthAge } from '../growth/corrected-age.ts';
import { type PlausibleScores, plausibleScores } from '../growth/evaluate.ts';
import type { Sex } from '../growth/who/sexes.ts';
import { isSex } from '../growth/who/sexes.ts';
import type { Standards } from '../growth/who/standards.ts';
import type { HaemoglobinTable } from '../haemoglobin/altitude-adjustment.ts';
import { type AnemiaClass, classOfScreening, TOO_YOUNG_FOR_CLASS } from '../haemoglobin/anemia-class.ts';
import type { RecordedVaccine } from '../vaccines/plan.ts';
import { matchVaccines, type TimelineItem } from '../vaccines/timeline.ts';
import type { JudgedChild } from './judged.ts';
import type { ReportPeriod } from './period.ts';

/** kg and cm. */
interface MeasuredControl {
  readonly fecha: string;
  readonly peso: number;
  readonly longitud: number;
  readonly perimetro: number;
}

/** A child and its records of a period. Days are `YYYY-MM-DD`. */
export interface CountedChild {
  readonly sexo: string;
  readonly birth: string | null;
  /** The day of the registration. */
  readonly registered: string;
  /** Days of pregnancy at birth. */
  readonly gestacion: number | null;
  /** How many controls the period has, and the last of them. */
  readonly controls: number;
  readonly control: MeasuredControl | null;
  /** The last haemoglobin of the period. */
  readonly screening: Readonly<Record<string, unknown>> | null;
  /** All that were given until the end of the period. */
  readonly vaccines: readonly RecordedVaccine[];
}

export interface JudgingRules {
  readonly standards: Readonly<Record<Sex, Standards>>;
  readonly table: HaemoglobinTable;
}

/** As the booklet shows them: at the corrected age of a child that was born early. */
function scoresOf({ sexo, birth, gestacion, control }: CountedChild, rules: JudgingRules): PlausibleScores | null {
  if (!control || !isSex(sexo)) return null;
  const age = growthAge({ birth, gestacion }, control.fecha);
  if (!age) return null;
  const { peso, longitud, perimetro } = control;
  return plausibleScores({ edadDias: daysOfAge(age), peso, longitud, perimetro }, rules.standards[sexo]);
}

function anemiaOf({ screening, birth }: CountedChild, { table }: JudgingRules): AnemiaClass | null {
  const className = screening && classOfScreening(table, screening, birth);
  return className === TOO_YOUNG_FOR_CLASS ? null : className;
}

const isMissing = ({ dose, state, due }: TimelineItem, day: string): boolean =>
  !dose.conditional && due !== null && due <= day && (state === 'late' || state === 'early' || state === 'tooOld');

function isVaccinated({ birth, vaccines }: CountedChild, day: string): boolean {
  const timeline = matchVaccines(birth, vaccines, day);
  return timeline !== null && !timeline.items.some((item) => isMissing(item, day));
}

const isWithin = (day: string, { desde, hasta }: ReportPeriod): boolean => day >= desde && day <= hasta;

export const judgeChild = (child: CountedChild, period: ReportPeriod, rules: JudgingRules): JudgedChild => ({
  registered: isWithin(child.registered, period),
  controls: child.controls,
  scores: scoresOf(child, rules),
  anemia: anemiaOf(child, rules),
  // Only children with a control are counted, and a calendar takes the longest to judge.
  vaccinated: child.controls > 0 && isVaccinated(child, period.hasta),
});
