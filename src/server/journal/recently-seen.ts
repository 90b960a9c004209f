const WITHIN_MS = 10 * 60_000;
const MAX_ENTRIES = 10_000;
/** Events of a group that are not left out within ten minutes. */
const MOST_OF_GROUP = 5;

const sinceStart = () => performance.now();

/**
 * Whether the key was seen within ten minutes; marks it as seen. A key that is forgotten early is only logged again.
 * @param prolong whether each time counts, and not only the first one that was not within ten minutes
 */
export function createRecentlySeen(now: () => number = sinceStart, { prolong = true } = {}): (key: string) => boolean {
  const seen = new Map<string, number>();
  return (key) => {
    const before = seen.get(key);
    const isRecent = before !== undefined && now() - before < WITHIN_MS;
    if (seen.size >= MAX_ENTRIES) seen.clear();
    if (prolong || !isRecent) seen.set(key, now());
    return isRecent;
  };
}

/**
 * Whether an event is left out: its key was seen in its group within ten minutes, or as many other keys of the group as are let through. Clients
 * may choose keys, but not the group that they belong to.
 */
export function createSparseEvents(now?: () => number): (group: string, key: string) => boolean {
  const isKeySeen = createRecentlySeen(now);
  const isPlaceTaken = createRecentlySeen(now, { prolong: false });
  return (group, key) => {
    if (isKeySeen(`${group} ${key}`)) return true;
    return Array.from({ length: MOST_OF_GROUP }, (_, place) => `${group} ${place}`).every((place) =>
      isPlaceTaken(place),
    );
  };
}
