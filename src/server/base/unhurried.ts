import { setTimeout } from 'node:timers/promises';

const MAX_PAUSE_MS = 1_000;

/**
 * What is waited for between the parts of long work: as long as a part took it leaves the database to the requests, also where that answers
 * one at a time.
 */
export function unhurried(mayGoOn: () => boolean | Promise<boolean>): () => Promise<boolean> {
  let begun = performance.now();
  return async () => {
    await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - begun), undefined, { ref: false });
    begun = performance.now();
    return mayGoOn();
  };
}
