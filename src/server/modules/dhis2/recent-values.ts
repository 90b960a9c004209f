/** A value is kept for so many times as long as its computation took: a quick one hardly, a slow one for a while. */
const KEPT_FACTOR = 10;
const MAX_KEPT_MS = 10 * 60_000;
const MAX_VALUES = 8;

/** When the computation began, and its value. */
interface RecentValue<T> {
  readonly at: Date;
  readonly value: T;
}

interface Entry<T> {
  readonly computed: Promise<RecentValue<T>>;
  /** Monotonic time; undefined while it is computed. */
  until?: number;
}

/** Keeps what is slow to compute for a while. One is computed at a time; who asks for the same one meanwhile gets the same. */
export function createRecentValues<T, Ask>(compute: (ask: Ask) => Promise<T>, behindMs = 0) {
  const entries = new Map<string, Entry<T>>();
  let last: Promise<unknown> = Promise.resolve();

  async function begin(key: string, ask: Ask): Promise<RecentValue<T>> {
    const at = new Date(Date.now() - behindMs);
    const began = performance.now();
    const value = await compute(ask);
    const took = performance.now() - began;
    const entry = entries.get(key);
    if (entry) entry.until = performance.now() + Math.min(MAX_KEPT_MS, KEPT_FACTOR * took);
    return { at, value };
  }

  function start(key: string, ask: Ask): Promise<RecentValue<T>> {
    const computed = last.then(() => begin(key, ask));
    last = computed.catch(() => entries.delete(key));
    entries.delete(key);
    entries.set(key, { computed });
    const [oldest] = entries.keys();
    if (entries.size > MAX_VALUES && oldest !== undefined) entries.delete(oldest);
    return computed;
  }

  return {
    /** @throws whatever the computation throws; the next call tries again */
    of(key: string, ask: Ask): Promise<RecentValue<T>> {
      const entry = entries.get(key);
      const isUsable = entry && (entry.until === undefined || performance.now() < entry.until);
      return isUsable ? entry.computed : start(key, ask);
    },
    settled: (): Promise<unknown> => last,
  };
}
