import { AppError } from '#domain/errors.ts';

/** A value is kept for so many times as long as its computation took: a quick one hardly, a slow one for a while. */
const KEPT_FACTOR = 10;
const MAX_KEPT_MS = 10 * 60_000;
const MAX_VALUES = 8;
/** Computations at a time: one that runs, and those that wait for it. */
const MAX_UNFINISHED = 4;
const RETRY_AFTER_S = 60;

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

/** Keeps what is slow to compute for a while. One is computed at a time, a few wait, and those who ask for the same one meanwhile get the same. */
export function createRecentValues<T, Ask>(compute: (ask: Ask) => Promise<T>, behindMs = 0) {
  const entries = new Map<string, Entry<T>>();
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;

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
    unfinished += 1;
    const computed = last.then(() => begin(key, ask));
    last = computed
      .catch(() => entries.delete(key))
      .finally(() => {
        unfinished -= 1;
      });
    entries.delete(key);
    entries.set(key, { computed });
    const [oldest] = entries.keys();
    if (entries.size > MAX_VALUES && oldest !== undefined) entries.delete(oldest);
    return computed;
  }

  return {
    /** @throws AppError tooManyPeriods, or whatever the computation throws; the next call tries again */
    async of(key: string, ask: Ask): Promise<RecentValue<T>> {
      const entry = entries.get(key);
      const isUsable = entry && (entry.until === undefined || performance.now() < entry.until);
      if (isUsable) return entry.computed;
      if (unfinished >= MAX_UNFINISHED) throw new AppError('tooManyPeriods', { retryAfter: RETRY_AFTER_S });
      return start(key, ask);
    },
    settled: (): Promise<unknown> => last,
  };
}
