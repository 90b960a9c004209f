/** The index is split so that a change rewrites only a small part of it. */
export const BUCKETS = 64;

export const bucketOf = (persona: string): number => Number.parseInt(persona.slice(0, 2), 16) % BUCKETS;
