/** So many wait at most while the database is away; what comes beyond is given up. */
const MOST_WAITING = 10_000;
const AT_ONCE = 500;

export interface Gathering<T> {
  add(item: T): void;
  /** Writes what is waiting now. */
  flush(): Promise<void>;
  /** The same for the last time; what cannot be written then is given up. */
  close(): Promise<void>;
  /** How many are not written yet, and the one of them that came first. */
  waiting(): Waiting<T>;
}

interface Waiting<T> {
  readonly count: number;
  readonly first: T | undefined;
}

interface GatheringOptions<T> {
  write: (items: T[]) => Promise<void>;
  /** How long something waits for others at most. */
  afterMs: number;
  /** Told when a write failed, which is tried again, and how many are waiting for that. */
  failed: (error: unknown, waiting: number) => void;
  /** Told what is given up. */
  lost: (items: T[]) => void;
}

/** Writes many small things together, soon after they happened, in their order. */
export function createGathering<T>({ write, afterMs, failed, lost }: GatheringOptions<T>): Gathering<T> {
  const waiting: T[] = [];
  let underWay: T[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const soon = () => {
    if (!closed) timer ??= setTimeout(() => void flush(), afterMs).unref();
  };

  const writeAll = async () => {
    while (waiting.length > 0) {
      const items = waiting.splice(0, AT_ONCE);
      underWay = items;
      try {
        await write(items);
      } catch (error) {
        waiting.unshift(...items);
        return failed(error, waiting.length);
      } finally {
        underWay = [];
      }
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting.length > 0) soon();
    });
    return writing;
  };

  return {
    add(item) {
      if (waiting.length >= MOST_WAITING) return lost([item]);
      waiting.push(item);
      soon();
    },
    flush,
    waiting: () => ({ count: underWay.length + waiting.length, first: underWay[0] ?? waiting[0] }),
    async close() {
      closed = true;
      await writing;
      await flush();
      if (waiting.length > 0) lost(waiting.splice(0));
    },
  };
}
