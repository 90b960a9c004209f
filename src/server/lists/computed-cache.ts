import { AppError } from '#domain/errors.ts';
import { hasValue, type Obtained, obtainInTurn, type ValueStore } from './stored-value.ts';

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

interface ComputedCacheOptions<Plain, T> {
  compute(pause: Pause, key: string): Promise<Plain>;
  /** Makes what readers get of the computed value, wherever it was computed. @param at as {@link ComputedValue.at} */
  prepare(plain: Plain, key: string, at: Date): T | Promise<T>;
  /** Where processes share slow values; without it, each computes its own. */
  store?: ValueStore<Plain> | undefined;
  /** What the value depends on besides stored data: the day. Another day makes it invalid. */
  keyOf(): string;
  failed(error: unknown): void;
  /** The source may lack what was written in the last so many milliseconds. */
  behindMs?: number;
  /** Makes no pauses while somebody waits, here or, if there is no usable value, in another process. */
  hurries?: boolean;
  restsAfterMs?: number;
}

const MAX_AGE_MS = 60_000;
const RESTS_AFTER_MS = 10 * 60_000;
/** A value that takes longer than this is cached for so many times as long as it took. */
const LONG_MS = 20_000;
const TTL_FACTOR = 10;
/** The next computation begins so much earlier than the last one took, since it may take longer. */
const LEAD_FACTOR = 1.3;
const MAX_PAUSE_MS = 1_000;
/** Nobody should wait for what takes longer: processes share it, and it is computed also without readers, so that the next one finds a value. */
const SLOW_MS = 2_000;
/** The share of the time that computing without readers takes. */
const UNREAD_SHARE = 0.05;
/** How often it is seen whether a slow value has to be computed: the day may have changed, or the last computation failed. */
const CHECK_MS = 60_000;
/** Shorter than the time after which proxies give up. */
const LONGEST_WAIT_MS = 60_000;

/** How long a value is up to date, from the beginning of its computation. */
const freshMs = (tookMs: number) => (tookMs > LONG_MS ? TTL_FACTOR * tookMs : MAX_AGE_MS);
const dueMs = (tookMs: number) => freshMs(tookMs) - LEAD_FACTOR * tookMs;

interface Kept<T> extends ComputedValue<T> {
  readonly of: string;
  readonly version: string | undefined;
  readonly isSlow: boolean;
  /** Monotonic times, since the clock may be set: when the next one is due, when this one is outdated, when it is computed anew without readers, and until when it serves. */
  readonly dueAt: number;
  readonly freshUntil: number;
  readonly unreadUntil: number;
  readonly usableUntil: number;
}

/**
 * Caches a computation over many rows and refreshes it in time, so that only the first reader waits. A reader who comes after a long time gets
 * an outdated value of the day if computing takes long. Pauses of the computation let requests through. Processes compute a slow value in turn.
 */
export function createComputedCache<Plain, T = Plain>(options: ComputedCacheOptions<Plain, T>): ComputedCache<T> {
  const { compute, prepare, store, keyOf, failed } = options;
  const { behindMs = 0, hurries = false, restsAfterMs = RESTS_AFTER_MS } = options;
  const ending = new AbortController();
  const { signal } = ending;
  let current: Kept<T> | undefined;
  let running: Promise<ComputedValue<T>> | undefined;
  let taking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let waiting = 0;

  const pausing = (betweenPieces?: () => Promise<void>): Pause => {
    let begun = performance.now();
    return async () => {
      const took =
        hurries && (waiting > 0 || !isUsable(current)) ? 0 : Math.min(MAX_PAUSE_MS, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, took).unref());
      signal.throwIfAborted();
      await betweenPieces?.();
      begun = performance.now();
    };
  };

  const checkIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(check, ms).unref();
  };

  const timesOf = ({ tookMs, ageMs }: Pick<Obtained<Plain>, 'tookMs' | 'ageMs'>) => {
    const began = performance.now() - ageMs;
    const isSlow = tookMs > SLOW_MS;
    const freshUntil = began + freshMs(tookMs);
    const unreadMs = Math.max(restsAfterMs, tookMs / UNREAD_SHARE);
    return {
      ...{ isSlow, freshUntil, dueAt: began + dueMs(tookMs), unreadUntil: began + unreadMs },
      usableUntil: isSlow ? began + 2 * unreadMs : freshUntil,
    };
  };
  const isUsable = (value: Pick<Kept<T>, 'of' | 'usableUntil'> | undefined): boolean =>
    value !== undefined && value.of === keyOf() && performance.now() <= value.usableUntil;

  const keep = async (obtained: Obtained<Plain>, day: string): Promise<Kept<T>> => {
    const { at, value, version } = obtained;
    const times = timesOf(obtained);
    return { ...times, at, value: await prepare(value, day, at), of: day, version };
  };

  const computeHere = async (day: string, betweenPieces?: () => Promise<void>): Promise<Obtained<Plain>> => {
    const at = new Date(Date.now() - behindMs);
    const began = performance.now();
    const value = await compute(pausing(betweenPieces), day);
    const tookMs = performance.now() - began;
    return { at, value, tookMs, ageMs: tookMs };
  };

  /** Whether other processes may have computed the value: a fast one is not worth the statements. */
  const isShared = () => current?.isSlow !== false;

  const obtain = (day: string): Promise<Obtained<Plain>> =>
    store && isShared()
      ? obtainInTurn(store, {
          ...{ key: day, version: current?.version, failed, signal },
          isFresh: ({ ageMs, tookMs }) => ageMs < dueMs(tookMs),
          isWorthSharing: ({ tookMs }) => tookMs > SLOW_MS,
          compute: (betweenPieces) => computeHere(day, betweenPieces),
        })
      : computeHere(day);

  const computeNow = async (): Promise<ComputedValue<T>> => {
    clearTimeout(timer);
    signal.throwIfAborted();
    const day = keyOf();
    try {
      current = await keep(await obtain(day), day);
    } catch (error) {
      if (!signal.aborted) checkIn(CHECK_MS);
      throw error;
    }
    checkIn(current.dueAt - performance.now());
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
      if (!signal.aborted) failed(error);
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

  /** Takes over the last value of another process or of the time before a restart, so that nobody waits for the next. */
  const takeStored = async (): Promise<void> => {
    if (!store || !isShared()) return;
    const day = keyOf();
    try {
      const stored = await store.read(day, undefined);
      if (!hasValue(stored) || !isUsable({ ...timesOf(stored), of: day })) return;
      const kept = await keep(stored, day);
      if (isUsable(current)) return;
      current = kept;
      checkIn(kept.dueAt - performance.now());
    } catch (error) {
      failed(error);
    }
  };
  const shareTaking = () => {
    taking ??= takeStored().finally(() => {
      taking = undefined;
    });
    return taking;
  };

  return {
    async now(waits) {
      lastReadAt = performance.now();
      if (!isUsable(current)) await shareTaking();
      if (current && isUsable(current)) {
        if (performance.now() > current.freshUntil) void refresh();
        return current;
      }
      waits?.();
      return waitFor(shareComputation());
    },
    begin: refresh,
    async close() {
      ending.abort();
      clearTimeout(timer);
      await Promise.all([taking, running?.catch(() => {})]);
    },
  };
}
