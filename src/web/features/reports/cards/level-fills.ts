import { colors } from '#web/theme/colors.ts';

/** One colour per level of `STUNTING_LEVELS`, from light to dark; of one hue, because status colours stay with a child. */
export const FILLS: readonly string[] = [1, 2, 3, 6, 9].map((shade) => colors.laguna[shade] ?? '');
const FIRST_DARK = 3;

/** The colour of letters on a level. */
export const inkOn = (level: number | null): string =>
  level !== null && level >= FIRST_DARK ? 'var(--on-dark)' : 'var(--ink)';

/** Colour and background of the hatching for a place without a level. */
export const HATCHING = { line: 'var(--chart-sd3)', ground: 'var(--surface)' } as const;
export const HATCHED = `repeating-linear-gradient(45deg, ${HATCHING.ground} 0 3px, ${HATCHING.line} 3px 5px)`;
