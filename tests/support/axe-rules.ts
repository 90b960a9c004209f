import type { RunOptions } from 'axe-core';

/** The rule sets that every page must pass, and only what a violation needs: describing all that passed takes half of the time. */
export const AXE_OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
  selectors: false,
  // Only experimental rules read the style sheets.
  preload: false,
};

/** Waits for finite animations, because half-faded text has too little contrast. */
export async function animationsEnded(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
