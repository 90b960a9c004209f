/** Parts of the index, so that a booklet that changes rewrites a small one. */
export const BUCKETS = 64;

/** In which part a person's row is. */
export const bucketOf = (persona: string): number => Number.parseInt(persona.slice(0, 2), 16) % BUCKETS;
