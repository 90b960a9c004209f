import { addDays, daysBetween, showDay } from '../calendar.ts';
import { MALNOURISHED, type Status } from '../growth/malnutrition.ts';

/** A malnourished child is seen again within so many days. */
const MALNOURISHED_WITHIN_DAYS = 30;
/** In the weekly picture: a child without a control for more than so many days. */
export const UNSEEN_AFTER_DAYS = 35;

/** What is kept on every child, from which follows whether somebody should go and see it. Days are `YYYY-MM-DD`. */
export interface VisitFacts {
  /** Day of the latest control that does not lie in the future. */
  visto: string | null;
  /** With Desnutrición at that control: the day from which it has gone unseen for too long. */
  desnutricionDesde: string | null;
  /** Days on which the next control and the earliest missing vaccine fall due. */
  proximoControl: string | null;
  proximaVacuna: string | null;
  /** The doses that fall due on that day, as people call them. */
  vacunasDebidas: string | null;
  /** Which z-scores passed −2 or −3 at that control, as people read them ("talla/edad"); null when none did. */
  cruce: string | null;
}

/** The reasons for a visit, the most urgent first, as lists and filters name them. */
export const VISIT_REASONS = {
  cruce: 'Crecimiento en riesgo',
  desnutricion: 'Desnutrición sin control',
  control: 'Control atrasado',
  vacunas: 'Vacunas pendientes',
} as const;
export type VisitReason = keyof typeof VISIT_REASONS;
export const VISIT_REASON_KEYS = Object.keys(VISIT_REASONS) as VisitReason[];

export interface Visit {
  motivo: VisitReason;
  /** First day on which the reason holds. */
  desde: string;
}

/** Every reason that a child has or will have, each with its first day; the most urgent first. */
export function visitsOf({ visto, desnutricionDesde, proximoControl, proximaVacuna, cruce }: VisitFacts): Visit[] {
  const visits: (Visit | null)[] = [
    cruce && visto ? { motivo: 'cruce', desde: visto } : null,
    desnutricionDesde ? { motivo: 'desnutricion', desde: desnutricionDesde } : null,
    proximoControl ? { motivo: 'control', desde: addDays(proximoControl, 1) } : null,
    proximaVacuna ? { motivo: 'vacunas', desde: proximaVacuna } : null,
  ];
  return visits.filter((visit) => visit !== null);
}

/** The day from which a child with Desnutrición, last seen on `seen`, has gone unseen for too long. */
export const malnourishedSince = (status: Status, seen: string | null): string | null =>
  status === MALNOURISHED && seen ? addDays(seen, MALNOURISHED_WITHIN_DAYS + 1) : null;

/** Growth in danger comes before an overdue control, and that before vaccines. */
const RANKS: Record<VisitReason, number> = { cruce: 1, desnutricion: 1, control: 2, vacunas: 3 };
export const LAST_RANK = 3;

const earliest = (days: readonly string[]): string | null => [...days].sort()[0] ?? null;

/**
 * A child's place in the list of visits on a day: the rank of its most urgent reason that holds, since when that holds, and the
 * day on which another one begins.
 */
export function visitOrder(facts: VisitFacts, day: string) {
  const visits = visitsOf(facts);
  const holding = visits.filter(({ desde }) => desde <= day);
  const rank = Math.min(LAST_RANK, ...holding.map(({ motivo }) => RANKS[motivo]));
  const first = holding.filter(({ motivo }) => RANKS[motivo] === rank);
  return {
    prioridad: rank,
    visitarDesde: earliest((holding.length > 0 ? first : visits).map(({ desde }) => desde)),
    cambia: earliest(visits.map(({ desde }) => desde).filter((desde) => desde > day)),
  };
}

/** The reason as one plain sentence for the person who will go. */
export function visitText({ motivo }: Visit, facts: VisitFacts, today: string): string {
  const { visto, proximoControl, proximaVacuna, vacunasDebidas, cruce } = facts;
  switch (motivo) {
    case 'cruce':
      return `En el control del ${showDay(visto ?? today)} pasó por debajo de −2 o −3 DE en ${cruce}.`;
    case 'desnutricion':
      return `Con desnutrición y ${daysBetween(visto ?? today, today)} días sin control.`;
    case 'control':
      return visto
        ? `El control tocaba el ${showDay(proximoControl ?? today)}.`
        : `Sin ningún control; el primero tocaba el ${showDay(proximoControl ?? today)}.`;
    case 'vacunas':
      return `Desde el ${showDay(proximaVacuna ?? today)}: ${vacunasDebidas ?? 'vacuna'}.`;
  }
}

/** The reasons that hold on a day, each as a sentence. */
export const reasonsOn = (facts: VisitFacts, day: string) =>
  visitsOf(facts)
    .filter(({ desde }) => desde <= day)
    .map((visit) => ({ ...visit, texto: visitText(visit, facts, day) }));
