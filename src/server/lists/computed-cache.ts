import { AppError } from '#domain/errors.ts';

/** A computed value, and when its computation began: later writes may be missing. */
export interface ComputedValue<T> {
  readonly at: Date;
  readonly value: T;
}

export interface ComputedCache<T> {
  /**
   * A value of the last minute, or older if computing takes long; rejects if it fails.
   * @param waits called if there is none yet
   * @throws AppError unavailable after a minute without one
   */
  now(waits?: () => void): Promise<ComputedValue<T>>;
  /** Computes a value before anybody reads it. */
  begin(): Promise<void>;
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
/** A value that takes longer than this is cached for so many times as long as it took: each process of a server computes its own. */
const LONG_MS = 20_000;
const TTL_FACTOR = 10;
/** The next computation begins so much earlier than the last one took, since it may take longer. */
const LEAD_FACTOR = 1.3;
const MAX_PAUSE_MS = 1_000;
/** Nobody should wait for what takes longer: without readers it is still computed, so that the next one finds a value. */
const SLOW_MS = 2_000;
/** The share of the time that computing without readers takes. */
const UNREAD_SHARE = 0.05;
/** How often it is seen whether a slow value has to be computed: the day may have changed, or the last computation failed. */
const CHECK_MS = 60_000;
/** Shorter than the time after which proxies give up. */
const LONGEST_WAIT_MS = 60_000;

interface Kept<T> extends ComputedValue<T> {
  readonly of: string;
  readonly isSlow: boolean;
  /** Monotonic times, since the clock may be set: when it is outdated, when it is computed anew without readers, and until when it serves. */
  readonly freshUntil: number;
  readonly unreadUntil: number;
  readonly usableUntil: number;
}

/**
 * Caches a computation over many rows and refreshes it in time, so that only the first reader waits. A reader who comes after a long time gets
 * an outdated value of the day if computing takes long. Pauses of the computation let requests through.
 */
export function createComputedCache<T>(options: ComputedCacheOptions<T>): ComputedCache<T> {
  const { compute, keyOf, failed, behindMs = 0, hurries = false, restsAfterMs = RESTS_AFTER_MS } = options;
  const ending = new AbortController();
  const { signal } = ending;
  let current: Kept<T> | undefined;
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

  const checkIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(check, ms).unref();
  };

  const computeNow = async (): Promise<ComputedValue<T>> => {
    clearTimeout(timer);
    signal.throwIfAborted();
    const at = new Date(Date.now() - behindMs);
    const began = performance.now();
    const day = keyOf();
    const value = await compute(pausing(), at);
    const took = performance.now() - began;
    const isSlow = took > SLOW_MS;
    const freshUntil = began + (took > LONG_MS ? TTL_FACTOR * took : MAX_AGE_MS);
    const unreadMs = Math.max(restsAfterMs, took / UNREAD_SHARE);
    const usableUntil = isSlow ? began + 2 * unreadMs : freshUntil;
    current = { at, value, of: day, isSlow, freshUntil, unreadUntil: began + unreadMs, usableUntil };
    checkIn(freshUntil - LEAD_FACTOR * took - performance.now());
    return current;
  };
  const shareComputation = () => {
    running ??= computeNow().finally(() => {
      running = undefined;
    });
    return running;
  };
  const refresh = async (): Promise<void> => {
    try {
      await shareComputation();
    } catch (error) {
      if (signal.aborted) return;
      failed(error);
      checkIn(CHECK_MS);
    }
  };
  /** Computes a value if one is due; values that nobody reads, seldom, and only if they are slow. */
  const check = () => {
    if (signal.aborted) return;
    const now = performance.now();
    const isDue = !current || now - lastReadAt <= restsAfterMs;
    if (isDue || (current?.isSlow && (current.of !== keyOf() || now >= current.unreadUntil))) void refresh();
    else if (current?.isSlow) checkIn(CHECK_MS);
  };

  /** @throws AppError unavailable after a minute, while the computation goes on */
  const waitFor = async (computation: Promise<ComputedValue<T>>): Promise<ComputedValue<T>> => {
    let timeout: NodeJS.Timeout | undefined;
    const timeIsUp = new Promise<never>((_, reject) => {
      timeout = setTimeout(() => reject(new AppError('unavailable')), LONGEST_WAIT_MS).unref();
    });
    waiting += 1;
    try {
      return await Promise.race([computation, timeIsUp]);
    } finally {
      waiting -= 1;
      clearTimeout(timeout);
    }
  };

  return {
    async now(waits) {
      lastReadAt = performance.now();
      if (current && current.of === keyOf() && lastReadAt <= current.usableUntil) {
        if (lastReadAt > current.freshUntil) void refresh();
        return current;
      }
      waits?.();
      return waitFor(shareComputation());
    },
    begin: refresh,
    async close() {
      ending.abort();
      clearTimeout(timer);
      await running?.catch(() => {});
    },
  };
}
