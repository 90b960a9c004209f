const WITHIN_MS = 10 * 60_000;
const MAX_ENTRIES = 10_000;

/** Whether the key was seen within ten minutes; marks it as seen. A key that is forgotten early is only logged again. */
export function createRecentlySeen(now: () => number = () => performance.now()): (key: string) => boolean {
  const seen = new Map<string, number>();
  return (key) => {
    const before = seen.get(key);
    if (seen.size >= MAX_ENTRIES) seen.clear();
    seen.set(key, now());
    return before !== undefined && now() - before < WITHIN_MS;
  };
}
