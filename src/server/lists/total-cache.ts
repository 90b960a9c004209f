import { COUNTED_AT_MOST } from './totals.ts';

const CACHE_TTL_MS = 60_000;
const MAX_ENTRIES = 1_000;

/** Caches that a search has more results than are counted: counting so far takes long, and a minute later there are hardly fewer. */
export function createTotalCache(now: () => number = () => performance.now()) {
  const totals = new Map<string, { counted: number; until: number }>();
  return {
    of(search: string): number | undefined {
      const cached = totals.get(search);
      return cached && now() < cached.until ? cached.counted : undefined;
    },
    /** An exact total is not cached: it must be exact in the next answer, too. */
    keep(search: string, counted: number): void {
      if (counted <= COUNTED_AT_MOST) return;
      if (totals.size >= MAX_ENTRIES) totals.clear();
      totals.set(search, { counted, until: now() + CACHE_TTL_MS });
    },
  };
}
