import { setTimeout } from 'node:timers/promises';

const MAX_PAUSE_MS = 1_000;

/** Pauses for as long as the last part took, so that requests get at the database in between, also at PGlite. */
export function pauseBetweenParts(mayContinue: () => boolean | Promise<boolean>): () => Promise<boolean> {
  let begun = performance.now();
  return async () => {
    await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - begun), undefined, { ref: false });
    begun = performance.now();
    return mayContinue();
  };
}
