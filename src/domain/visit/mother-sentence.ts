import { LOCALE } from '../calendar.ts';
import { showNumber } from '../fields/number.ts';
import type { GrowthOutcome } from './growth-change.ts';

/**
 * The sentence that a brigade says to the mother after a visit is made of these clauses alone. They name no diagnosis, and the
 * ministry approves them here. `{nombre}`, `{peso}`, `{talla}` and `{vacunas}` are replaced.
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
  },
  anemia: 'le falta hierro, así que dale todos los días lo que te indicaron',
  withVaccines: 'hoy recibió {vacunas}',
  onlyVaccines: '{nombre} recibió hoy {vacunas}',
  onlyAnemia: 'A {nombre} le falta hierro, así que dale todos los días lo que te indicaron',
  visited: 'Gracias por traer a {nombre}: no faltes a la próxima cita',
} as const satisfies Record<string, string | Record<GrowthOutcome, string>>;

export interface VisitResults {
  /** The child's names in capitals: "NAYELI SAMANTHA". */
  readonly nombres: string;
  /** Of the control of this visit; null without one. Changes since the control before in kg and cm; null without one. */
  readonly growth: {
    readonly outcome: GrowthOutcome;
    readonly weightChange: number | null;
    readonly lengthChange: number | null;
  } | null;
  readonly hasAnemia: boolean;
  readonly vaccines: number;
}

function firstName(nombres: string): string {
  const [first = ''] = nombres.trim().split(/\s+/);
  return first.charAt(0).toLocaleUpperCase(LOCALE) + first.slice(1).toLocaleLowerCase(LOCALE);
}

function weightWords(kg: number): string {
  return kg < 1 ? `${Math.round(kg * 1000)} gramos` : `${showNumber(kg, 1)} ${kg < 1.05 ? 'kilo' : 'kilos'}`;
}

const lengthWords = (cm: number) => `${showNumber(cm, 1)} cm`;

const vaccineWords = (count: number) => (count === 1 ? '1 vacuna' : `${count} vacunas`);

type Clause = Exclude<keyof typeof MOTHER_CLAUSES, 'outcome'>;

function changeClause({ weightChange, lengthChange }: NonNullable<VisitResults['growth']>): Clause {
  if (weightChange === null) return 'measured';
  const [heavier, longer] = [weightChange > 0, (lengthChange ?? 0) > 0];
  if (heavier) return longer ? 'gainedBoth' : 'gainedWeight';
  return longer ? 'gainedLength' : 'gainedNothing';
}

/** One sentence for the mother, made of {@link MOTHER_CLAUSES} alone. */
export function motherSentence({ nombres, growth, hasAnemia, vaccines }: VisitResults): string {
  const nombre = firstName(nombres) || 'tu hija o hijo';
  const filled = (text: string) =>
    text
      .replace('{nombre}', nombre)
      .replace('{peso}', weightWords(growth?.weightChange ?? 0))
      .replace('{talla}', lengthWords(growth?.lengthChange ?? 0))
      .replace('{vacunas}', vaccineWords(vaccines));
  const clauses: string[] = growth
    ? [
        `${MOTHER_CLAUSES[changeClause(growth)]} ${MOTHER_CLAUSES.outcome[growth.outcome]}`,
        ...(hasAnemia ? [MOTHER_CLAUSES.anemia] : []),
        ...(vaccines > 0 ? [MOTHER_CLAUSES.withVaccines] : []),
      ]
    : vaccines > 0
      ? [MOTHER_CLAUSES.onlyVaccines, ...(hasAnemia ? [MOTHER_CLAUSES.anemia] : [])]
      : [hasAnemia ? MOTHER_CLAUSES.onlyAnemia : MOTHER_CLAUSES.visited];
  const sentence = filled(clauses.join('; '));
  return `${sentence.charAt(0).toLocaleUpperCase(LOCALE)}${sentence.slice(1)}.`;
}
