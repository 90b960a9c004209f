/** A computed value, and when its computation began: later writes may be missing. */
export interface ComputedValue<T> {
  readonly at: Date;
  readonly value: T;
}

export interface ComputedCache<T> {
  /** A value of the last minute, or older if computing takes long; rejects if it fails. @param waits called if there is none yet */
  now(waits?: () => void): Promise<ComputedValue<T>>;
  close(): Promise<void>;
}

/** Awaited between two pieces of the work; rejects after `close`. */
export type Pause = () => Promise<void>;

interface ComputedCacheOptions<T> {
  /** @param at when the computation began, as {@link ComputedValue.at} */
  compute(pause: Pause, at: Date): Promise<T>;
  /** What the value depends on besides stored data: the day. Another day makes it invalid. */
  keyOf(): string;
  failed(error: unknown): void;
  /** The source may lack what was written in the last so many milliseconds. */
  behindMs?: number;
  hurries?: boolean;
  restsAfterMs?: number;
}

const MAX_AGE_MS = 60_000;
const RESTS_AFTER_MS = 10 * 60_000;
/** A slow value is cached for so many times as long as it took; a minute would be mostly computing. */
const TTL_FACTOR = 3;
/** The next computation begins so much earlier than the last one took, since it may take longer. */
const LEAD_FACTOR = 1.3;
const MAX_PAUSE_MS = 1_000;

/** Caches a computation over many rows and refreshes it in time, so that only the first reader waits. Its pauses let requests through. */
export function createComputedCache<T>(options: ComputedCacheOptions<T>): ComputedCache<T> {
  const { compute, keyOf, failed, behindMs = 0, hurries = false, restsAfterMs = RESTS_AFTER_MS } = options;
  const ending = new AbortController();
  const { signal } = ending;
  /** `until` is monotonic time, since the clock may be set. */
  let current: (ComputedValue<T> & { readonly of: string; readonly until: number }) | undefined;
  let running: Promise<ComputedValue<T>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let waiting = 0;

  const pausing = (): Pause => {
    let begun = performance.now();
    return async () => {
      const took = hurries && waiting > 0 ? 0 : Math.min(MAX_PAUSE_MS, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, took).unref());
      signal.throwIfAborted();
      begun = performance.now();
    };
  };

  const computeNow = async (): Promise<ComputedValue<T>> => {
    clearTimeout(timer);
    signal.throwIfAborted();
    const at = new Date(Date.now() - behindMs);
    const began = performance.now();
    const day = keyOf();
    const value = await compute(pausing(), at);
    const took = performance.now() - began;
    const until = began + Math.max(MAX_AGE_MS, TTL_FACTOR * took);
    current = { at, value, of: day, until };
    timer = setTimeout(refresh, until - LEAD_FACTOR * took - performance.now()).unref();
    return current;
  };
  const shareComputation = () => {
    running ??= computeNow().finally(() => {
      running = undefined;
    });
    return running;
  };
  const refresh = () => {
    if (signal.aborted || performance.now() - lastReadAt > restsAfterMs) return;
    shareComputation().catch((error) => {
      if (!signal.aborted) failed(error);
    });
  };

  return {
    async now(waits) {
      lastReadAt = performance.now();
      if (current && current.of === keyOf() && lastReadAt <= current.until) return current;
      waits?.();
      waiting += 1;
      return await shareComputation().finally(() => {
        waiting -= 1;
      });
    },
    async close() {
      ending.abort();
      clearTimeout(timer);
      await running?.catch(() => {});
    },
  };
}
