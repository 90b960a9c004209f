import { MALNOURISHED, NOT_EVALUATED, type Status } from './status.ts';

/** WHO z-scores of a child's latest control; null when not measured, not computable or flagged. */
export interface LatestScores {
  zpeso: number | null;
  ztalla: number | null;
  zpesotalla: number | null;
  zimc: number | null;
}

const DEFICIT = -2;
const EXCESS = 2;

const NAMES = {
  ztalla: 'talla baja para la edad',
  zpeso: 'peso bajo para la edad',
  zpesotalla: 'peso bajo para la talla',
} as const;
const DEFICITS = Object.keys(NAMES) as (keyof typeof NAMES)[];
const EXCESSES = ['zpesotalla', 'zimc'] as const;

/** A sentence about how the programme's status, which looks at weight only, differs from the WHO standards; null if they agree. */
export function disagreement(status: Status, scores: LatestScores): string | null {
  const hasScore = [...DEFICITS, ...EXCESSES].some((name) => scores[name] !== null);
  if (status === NOT_EVALUATED || !hasScore) return null;
  const below = DEFICITS.filter((name) => (scores[name] ?? 0) < DEFICIT).map((name) => NAMES[name]);
  const above = EXCESSES.some((name) => (scores[name] ?? 0) > EXCESS);
  if (below.length > 0 && status !== MALNOURISHED) return `La OMS encuentra ${below.join(' y ')}.`;
  if (above && status !== 'Sobrepeso') return 'La OMS encuentra sobrepeso para su talla o edad.';
  // Before the expected date of birth there are no scores by age.
  const hasByAge = scores.ztalla !== null || scores.zpeso !== null;
  if (below.length === 0 && status === MALNOURISHED && hasByAge) return 'La OMS no encuentra talla ni peso bajos.';
  const hasExcess = EXCESSES.some((name) => scores[name] !== null);
  return !above && status === 'Sobrepeso' && hasExcess ? 'La OMS no encuentra sobrepeso.' : null;
}
