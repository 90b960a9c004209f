/* Apart from the rules of visits, because addresses with a reason are parsed before those rules are loaded. */

/** The weekly report counts children without a control for more than this many days. */
export const UNSEEN_AFTER_DAYS = 35;

export const VISIT_REASONS = {
  cruce: 'Crecimiento en riesgo',
  desnutricion: 'Desnutrición sin control',
  control: 'Control atrasado',
  vacunas: 'Vacunas pendientes',
} as const;
export type VisitReason = keyof typeof VISIT_REASONS;
export const VISIT_REASON_KEYS = Object.keys(VISIT_REASONS) as VisitReason[];
