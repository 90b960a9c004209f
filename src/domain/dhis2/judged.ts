import type { PlausibleScores } from '../growth/evaluate.ts';
import type { AnemiaClass } from '../haemoglobin/anemia-class.ts';

/** What a period says about a child. */
export interface JudgedChild {
  /** Whether it was registered in the period. */
  readonly registered: boolean;
  /** Its controls in the period. */
  readonly controls: number;
  /** The z-scores of its last control in the period; null without one. */
  readonly scores: PlausibleScores | null;
  /** The class of its last haemoglobin in the period; null without one, and where the WHO has no class. */
  readonly anemia: AnemiaClass | null;
  /** Whether it has, on the last day of the period, every dose of its age. */
  readonly vaccinated: boolean;
}

/** What a period says about a woman. */
export interface JudgedWoman {
  readonly registered: boolean;
  readonly controls: number;
  /** Whether the first control of a pregnancy was in the period, and whether it was before the 12th week was complete. */
  readonly firstControl: 'none' | 'early' | 'later';
}
