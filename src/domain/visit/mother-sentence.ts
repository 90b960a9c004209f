import { LOCALE, showDay } from '../calendar.ts';
import { showNumber } from '../fields/number.ts';
import { capitalized } from '../text.ts';
import type { GrowthOutcome } from './growth-change.ts';

/**
 * The sentence that a brigade says to the mother after a visit is made of these clauses alone. They name no diagnosis, and the
 * ministry approves them here. `{nombre}`, `{peso}`, `{talla}`, `{vacunas}` and `{fecha}` are replaced.
 */
export const MOTHER_CLAUSES = {
  gainedBoth: '{nombre} ganó {peso} y creció {talla}',
  gainedWeight: '{nombre} ganó {peso}',
  gainedLength: '{nombre} creció {talla}',
  gainedNothing: '{nombre} todavía no sube de peso como esperamos',
  measured: '{nombre} ya tiene su control',
  outcome: {
    first: 'y este es el comienzo de su curva',
    better: 'y va mejor',
    well: 'y crece bien',
    attention: 'y necesita más cuidado: no faltes a la próxima cita',
    unknown: '',
  },
  anemia: 'le falta hierro, así que dale todos los días lo que te indicaron',
  anemiaUntreated: 'le falta hierro: lo revisamos en la próxima cita',
  withVaccines: 'recibió {vacunas}',
  onlyVaccines: '{nombre} recibió {vacunas}',
  onlyAnemia: 'A {nombre} le falta hierro, así que dale todos los días lo que te indicaron',
  onlyAnemiaUntreated: 'A {nombre} le falta hierro: lo revisamos en la próxima cita',
  visited: 'Gracias por traer a {nombre}: no faltes a la próxima cita',
} as const satisfies Record<string, string | Record<GrowthOutcome, string>>;

/** What a brigade says to a pregnant woman after her visit. */
const WOMAN_CLAUSES = {
  controlAndVaccines: '{nombre}, tu control está hecho y recibiste {vacunas}',
  control: '{nombre}, tu control está hecho',
  vaccines: '{nombre}, recibiste {vacunas}',
  visited: 'Gracias por tu tiempo, {nombre}',
  date: 'te esperamos el {fecha}',
  noDate: 'no faltes a tu próxima cita',
} as const;

export interface VisitResults {
  /** The child's names in capitals: "NAYELI SAMANTHA". */
  readonly nombres: string;
  /** Of the control of this visit; null without one. Changes since the control before in kg and cm; null without one. */
  readonly growth: {
    readonly outcome: GrowthOutcome;
    readonly weightChange: number | null;
    readonly lengthChange: number | null;
  } | null;
  /** Whether the child has anemia, and whether it is treated. */
  readonly anemia: 'none' | 'treated' | 'untreated';
  readonly vaccines: number;
}

function firstName(nombres: string): string {
  const [first = ''] = nombres.trim().split(/\s+/);
  return capitalized(first.toLocaleLowerCase(LOCALE));
}

function weightWords(kg: number): string {
  return kg < 1 ? `${Math.round(kg * 1000)} gramos` : `${showNumber(kg, 1)} ${kg < 1.05 ? 'kilo' : 'kilos'}`;
}

const lengthWords = (cm: number) => `${showNumber(cm, 1)} cm`;

const vaccineWords = (count: number) => (count === 1 ? '1 vacuna' : `${count} vacunas`);

type Clause = Exclude<keyof typeof MOTHER_CLAUSES, 'outcome'>;

function changeClause({ outcome, weightChange, lengthChange }: NonNullable<VisitResults['growth']>): Clause {
  if (weightChange === null) return 'measured';
  const [heavier, longer] = [weightChange > 0, (lengthChange ?? 0) > 0];
  if (heavier) return longer ? 'gainedBoth' : 'gainedWeight';
  if (longer) return 'gainedLength';
  // Two controls of one week may have the same weight, which is no reason to worry.
  return outcome === 'attention' ? 'gainedNothing' : 'measured';
}

/** One sentence for the mother, made of {@link MOTHER_CLAUSES} alone. */
export function motherSentence({ nombres, growth, anemia, vaccines }: VisitResults): string {
  const nombre = firstName(nombres) || 'tu hija o hijo';
  const filled = (text: string) =>
    text
      .replace('{nombre}', nombre)
      .replace('{peso}', weightWords(growth?.weightChange ?? 0))
      .replace('{talla}', lengthWords(growth?.lengthChange ?? 0))
      .replace('{vacunas}', vaccineWords(vaccines));
  const iron = anemia === 'none' ? [] : [anemia === 'treated' ? MOTHER_CLAUSES.anemia : MOTHER_CLAUSES.anemiaUntreated];
  const clauses: string[] = growth
    ? [
        `${MOTHER_CLAUSES[changeClause(growth)]} ${MOTHER_CLAUSES.outcome[growth.outcome]}`.trim(),
        ...iron,
        ...(vaccines > 0 ? [MOTHER_CLAUSES.withVaccines] : []),
      ]
    : vaccines > 0
      ? [MOTHER_CLAUSES.onlyVaccines, ...iron]
      : [MOTHER_CLAUSES[anemia === 'none' ? 'visited' : anemia === 'treated' ? 'onlyAnemia' : 'onlyAnemiaUntreated']];
  const sentence = filled(clauses.join('; '));
  return `${capitalized(sentence)}.`;
}

interface WomanResults {
  /** In capitals: "LUZ MARÍA". */
  readonly nombres: string;
  readonly hasControl: boolean;
  readonly vaccines: number;
  /** Her next appointment, `YYYY-MM-DD`; null if there is none. */
  readonly date: string | null;
}

/** One sentence for the woman, made of {@link WOMAN_CLAUSES} alone. */
export function womanSentence({ nombres, hasControl, vaccines, date }: WomanResults): string {
  const [withControl, without] =
    vaccines > 0 ? (['controlAndVaccines', 'vaccines'] as const) : (['control', 'visited'] as const);
  const clauses = [WOMAN_CLAUSES[hasControl ? withControl : without], WOMAN_CLAUSES[date === null ? 'noDate' : 'date']];
  return `${clauses.join(': ')}.`
    .replace('{nombre}', firstName(nombres) || 'mamá')
    .replace('{vacunas}', vaccineWords(vaccines))
    .replace('{fecha}', date === null ? '' : showDay(date));
}
