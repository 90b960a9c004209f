import { daysBetween, showDay } from '../calendar.ts';
import { VISIT_REASONS, type VisitReason } from './reasons.ts';
import type { VisitFacts } from './visits.ts';

type BriefFacts = Pick<VisitFacts, 'visto' | 'proximoControl' | 'proximaVacuna' | 'cruce'> & {
  readonly proximaHemoglobina: string | null;
};

/** The reasons after the first one. */
const SHORT_NAMES: Record<VisitReason, string> = {
  cruce: 'crecimiento',
  desnutricion: 'desnutrición',
  control: 'control',
  vacunas: 'vacunas',
};

function detailOf(motivo: VisitReason, { visto, proximoControl, proximaVacuna, cruce }: BriefFacts, today: string) {
  switch (motivo) {
    case 'cruce':
      return cruce ? `: ${cruce}` : '';
    case 'desnutricion':
      return visto ? ` desde hace ${daysBetween(visto, today)} días` : '';
    case 'control':
      return proximoControl ? `: ${visto ? '' : 'sin ninguno, '}tocaba el ${showDay(proximoControl)}` : '';
    case 'vacunas':
      return proximaVacuna ? ` desde el ${showDay(proximaVacuna)}` : '';
  }
}

/** The reasons for a visit on a small card: the first one with its detail, the others and a due haemoglobin after semicolons. @param reasons the most urgent first */
export function briefReasons(reasons: readonly VisitReason[], facts: BriefFacts, today: string) {
  const [first, ...others] = reasons;
  if (!first) return null;
  const isHaemoglobinDue = facts.proximaHemoglobina !== null && facts.proximaHemoglobina <= today;
  const names = [...others.map((motivo) => SHORT_NAMES[motivo]), ...(isHaemoglobinDue ? ['hemoglobina'] : [])];
  const further = names.map((name) => `; ${name}`).join('');
  return { first, label: VISIT_REASONS[first], detail: detailOf(first, facts, today) + further };
}
