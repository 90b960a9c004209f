const MANY = 1_000;
const CACHE_TTL_MS = 60_000;
const MAX_ENTRIES = 1_000;

/** Caches large totals of searches: counting them takes long, and a minute later there are about as many. */
export function createTotalCache(now: () => number = () => performance.now()) {
  const totals = new Map<string, { total: number; until: number }>();
  return {
    of(search: string): number | undefined {
      const cached = totals.get(search);
      return cached && now() < cached.until ? cached.total : undefined;
    },
    counted(search: string, total: number): void {
      if (total <= MANY) return;
      if (totals.size >= MAX_ENTRIES) totals.clear();
      totals.set(search, { total, until: now() + CACHE_TTL_MS });
    },
  };
}
