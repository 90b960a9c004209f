/** What was computed of many rows, and when that began: what was written since may be missing. */
export interface Taken<T> {
  readonly at: Date;
  readonly value: T;
}

export interface Picture<T> {
  /**
   * Never older than a minute, or than the computing allows; rejects when it cannot be computed.
   * @param waits told when none is there yet
   */
  now(waits?: () => void): Promise<Taken<T>>;
  close(): Promise<void>;
}

/** Between two pieces of the work: rejects when nobody wants the rest. */
export type Pause = () => Promise<void>;

interface PictureOptions<T> {
  compute(pause: Pause): Promise<T>;
  /** What it also depends on, besides what is stored: the day. Another one makes it useless at once. */
  of(): string;
  /** Told when computing fails that nobody waits for. */
  failed(error: unknown): void;
  /** What it is computed of may lack what was written in the last so many milliseconds. */
  behindMs?: number;
  /** Whether it makes no pauses while somebody waits for it. */
  hurries?: boolean;
  /** As long as nobody asked, it is not computed anew by itself. */
  restsAfterMs?: number;
}

const OLDEST_MS = 60_000;
const RESTS_AFTER_MS = 10 * 60_000;
/** What takes so long that a minute would be mostly computing, 20 seconds, is kept for so many times as long as it took. */
const KEPT_TIMES = 3;
/** The next one is begun so much earlier than the time it may take, for it may take longer. */
const IN_TIME = 1.3;
const MAX_PAUSE_MS = 1_000;

/**
 * The result of a computation over many rows, kept in the process: taken by one at a time, while it is asked for anew before it is
 * too old, so that nobody waits for it but the first. As long as a piece of it takes, it then leaves the database to others.
 */
export function createPicture<T>(options: PictureOptions<T>): Picture<T> {
  const { compute, of, failed, behindMs = 0, hurries = false, restsAfterMs = RESTS_AFTER_MS } = options;
  const ending = new AbortController();
  const { signal } = ending;
  /** Not by the clock, which may be set: `until` is of the time that passes. */
  let current: (Taken<T> & { readonly of: string; readonly until: number }) | undefined;
  let taking: Promise<Taken<T>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
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

  const take = async (): Promise<Taken<T>> => {
    clearTimeout(timer);
    signal.throwIfAborted();
    const at = new Date(Date.now() - behindMs);
    const began = performance.now();
    const day = of();
    const value = await compute(pausing());
    const took = performance.now() - began;
    const until = began + Math.max(OLDEST_MS, KEPT_TIMES * took);
    current = { at, value, of: day, until };
    // The next one is there before this one may no longer be shown.
    timer = setTimeout(refresh, until - IN_TIME * took - performance.now()).unref();
    return current;
  };
  const taken = () => {
    taking ??= take().finally(() => {
      taking = undefined;
    });
    return taking;
  };
  const refresh = () => {
    if (signal.aborted || performance.now() - askedAt > restsAfterMs) return;
    taken().catch((error) => {
      if (!signal.aborted) failed(error);
    });
  };

  return {
    async now(waits) {
      askedAt = performance.now();
      if (current && current.of === of() && askedAt <= current.until) return current;
      waits?.();
      waiting += 1;
      return await taken().finally(() => {
        waiting -= 1;
      });
    },
    async close() {
      ending.abort();
      clearTimeout(timer);
      await taking?.catch(() => {});
    },
  };
}
