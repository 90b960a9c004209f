import { addDays, daysBetween, showDay } from '../calendar.ts';
import { MALNOURISHED, type Status } from '../growth/malnutrition.ts';

/** A malnourished child is seen again within so many days. */
export const MALNOURISHED_WITHIN_DAYS = 30;
/** In the weekly picture: a child without a control for more than so many days. */
export const UNSEEN_AFTER_DAYS = 35;

/** What is kept on every child, from which follows whether somebody should go and see it. */
export interface VisitFacts {
  estado: Status;
  /** Day of the latest control. */
  controlFecha: string | null;
  /** Days on which the next control and the earliest missing vaccine fall due. */
  proximoControl: string | null;
  proximaVacuna: string | null;
  /** Which z-scores passed −2 or −3 at the latest control, as people read them ("talla/edad"); null when none did. */
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
export function visitsOf(facts: VisitFacts): Visit[] {
  const { controlFecha, proximoControl, proximaVacuna } = facts;
  const visits: (Visit | null)[] = [
    facts.cruce && controlFecha ? { motivo: 'cruce', desde: controlFecha } : null,
    facts.estado === MALNOURISHED && controlFecha
      ? { motivo: 'desnutricion', desde: addDays(controlFecha, MALNOURISHED_WITHIN_DAYS + 1) }
      : null,
    proximoControl ? { motivo: 'control', desde: addDays(proximoControl, 1) } : null,
    proximaVacuna ? { motivo: 'vacunas', desde: proximaVacuna } : null,
  ];
  return visits.filter((visit) => visit !== null);
}

/** Children whose growth is in danger come before those who are only due. */
const URGENT = 1;
export const ORDINARY = 2;

/** What a child's place in the list of visits follows from: its rank, and the first day on which it is on the list. */
export function visitOrder(facts: VisitFacts): { prioridad: number; visitarDesde: string | null } {
  const days = visitsOf(facts).map(({ desde }) => desde);
  return {
    prioridad: facts.cruce || facts.estado === MALNOURISHED ? URGENT : ORDINARY,
    visitarDesde: days.length > 0 ? days.reduce((first, day) => (day < first ? day : first)) : null,
  };
}

/** The reason as one plain sentence for the person who will go. */
export function visitText({ motivo }: Visit, facts: VisitFacts, today: string): string {
  const { controlFecha, proximoControl, proximaVacuna } = facts;
  switch (motivo) {
    case 'cruce':
      return `En el control del ${showDay(controlFecha ?? today)} pasó por debajo de −2 o −3 DE en ${facts.cruce}.`;
    case 'desnutricion':
      return `Con desnutrición y ${daysBetween(controlFecha ?? today, today)} días sin control.`;
    case 'control':
      return controlFecha
        ? `El control tocaba el ${showDay(proximoControl ?? today)}.`
        : `Sin ningún control; el primero tocaba el ${showDay(proximoControl ?? today)}.`;
    case 'vacunas':
      return `Tiene una vacuna que tocaba desde el ${showDay(proximaVacuna ?? today)}.`;
  }
}
