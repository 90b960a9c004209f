/** The rule sets that every page must pass. */
export const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits for finite animations, because half-faded text has too little contrast. */
export async function animationsEnded(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
