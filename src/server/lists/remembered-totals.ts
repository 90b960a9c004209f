/** A total of fewer rows is always counted anew. */
const MANY = 1_000;
const REMEMBERED_FOR_MS = 60_000;
const MOST = 1_000;

/** How many rows searches found that found many: counting them takes long, and a minute later there are about as many. */
export function createRememberedTotals(now: () => number = () => performance.now()) {
  const totals = new Map<string, { total: number; until: number }>();
  return {
    of(search: string): number | undefined {
      const known = totals.get(search);
      return known && now() < known.until ? known.total : undefined;
    },
    counted(search: string, total: number): void {
      if (total <= MANY) return;
      if (totals.size >= MOST) totals.clear();
      totals.set(search, { total, until: now() + REMEMBERED_FOR_MS });
    },
  };
}
