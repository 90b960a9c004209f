import { addDays, daysBetween, showDay } from '../calendar.ts';
import { MALNOURISHED, type Status } from '../growth/status.ts';
import type { VisitReason } from './reasons.ts';

const MALNOURISHED_WITHIN_DAYS = 30;

/** The part of a child's summary that decides about visits. Days are `YYYY-MM-DD`. */
export interface VisitFacts {
  visto: string | null;
  /** With Desnutrición at that control: the day from which the next one is overdue. */
  desnutricionDesde: string | null;
  proximoControl: string | null;
  proximaVacuna: string | null;
  vacunasDebidas: string | null;
  /** The z-scores that fell below −2 or −3 at that control, as text ("talla/edad"). */
  cruce: string | null;
}

export interface Visit {
  motivo: VisitReason;
  desde: string;
}

export function visitsOf({ visto, desnutricionDesde, proximoControl, proximaVacuna, cruce }: VisitFacts): Visit[] {
  const visits: (Visit | null)[] = [
    cruce && visto ? { motivo: 'cruce', desde: visto } : null,
    desnutricionDesde ? { motivo: 'desnutricion', desde: desnutricionDesde } : null,
    proximoControl ? { motivo: 'control', desde: addDays(proximoControl, 1) } : null,
    proximaVacuna ? { motivo: 'vacunas', desde: proximaVacuna } : null,
  ];
  return visits.filter((visit) => visit !== null);
}

export const malnourishedSince = (status: Status, seen: string | null): string | null =>
  status === MALNOURISHED && seen ? addDays(seen, MALNOURISHED_WITHIN_DAYS + 1) : null;

const RANKS: Record<VisitReason, number> = { cruce: 1, desnutricion: 1, control: 2, vacunas: 3 };
export const LAST_RANK = 3;

const earliest = (days: readonly string[]): string | null => [...days].sort()[0] ?? null;

/** A child's order in the list of visits: the rank of its most urgent current reason, its first day, and the first day of the next reason. */
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

export const reasonsOn = (facts: VisitFacts, day: string) =>
  visitsOf(facts)
    .filter(({ desde }) => desde <= day)
    .map((visit) => ({ ...visit, texto: visitText(visit, facts, day) }));
