const WITHIN_MS = 10 * 60_000;
const REMEMBERED = 10_000;

/** Tells whether the same was seen within the last ten minutes; from now on it was. What is forgotten too early is only said again. */
export function createRecentlySeen(now: () => number = () => performance.now()): (key: string) => boolean {
  const seen = new Map<string, number>();
  return (key) => {
    const before = seen.get(key);
    if (seen.size >= REMEMBERED) seen.clear();
    seen.set(key, now());
    return before !== undefined && now() - before < WITHIN_MS;
  };
}
